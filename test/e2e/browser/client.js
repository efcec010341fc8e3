// What the test of the engine in the browser opens: its client, for the test to call.

import { browserClient } from "../../../src/web/client/browser-client.ts";

Object.assign(globalThis, { client: browserClient() });
