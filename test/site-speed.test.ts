// The first paint of the site's pages from disk: `npm run test:timed`, on a quiet machine.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type FileServer, fileServer } from "./e2e/browser/file-server.ts";
import { describeInChromium } from "./e2e/page/browser.ts";
import { buildSite, siteFolder } from "./e2e/site.ts";

describeInChromium("the site", (open) => {
  let site: FileServer;
  beforeAll(async () => {
    buildSite();
    site = await fileServer(siteFolder);
  });
  afterAll(() => site?.close());

  it.each(["index.html", "tutorials/cars.html", "how-it-works/exact.html"])(
    "paints %s within a second",
    async (path) => {
      const { page, close } = await open(site.address + path);
      const painted = () =>
        page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
      await expect.poll(painted).toBeGreaterThan(0);
      expect(await painted()).toBeLessThan(1000);
      await close();
    },
  );
});
