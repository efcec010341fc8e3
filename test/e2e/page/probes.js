// Run in the page before its own code: keeps what the browser tells of long tasks and frames, and examines what is shown.
// Results are asked for as `probe.…` from the tests.

(() => {
  const longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration, attribution } of list.getEntries())
      longTasks.push({ at: Math.round(startTime), ms: duration, by: attribution?.[0]?.containerType ?? "" });
  }).observe({ type: "longtask", buffered: true });

  /** Milliseconds between frames for so long. */
  const frames = (ms) =>
    new Promise((resolve) => {
      const out = [];
      const end = performance.now() + ms;
      let last;
      const frame = (now) => {
        if (last !== undefined) out.push(now - last);
        last = now;
        if (performance.now() < end) requestAnimationFrame(frame);
        else resolve(out);
      };
      requestAnimationFrame(frame);
    });

  const firstPaint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;

  const isShown = (element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) && element.getClientRects().length > 0;

  /** For a message: the element as it would be written, in short. */
  const shown = (element) => {
    const { id, className } = element;
    const kind =
      typeof className === "string" && className !== "" ? `.${className.split(" ").join(".")}` : "";
    const text = (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 40);
    return `${element.localName}${id ? `#${id}` : ""}${kind} "${text}"`;
  };

  const textOf = (ids) =>
    ids
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");

  /** What a screen reader would call it. */
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(" ");
    const own = /^(input|select|textarea|canvas|progress|meter)$/.test(element.localName)
      ? ""
      : element.textContent;
    const inside = [...element.querySelectorAll("img[alt], svg[aria-label], svg title")]
      .map((part) => part.getAttribute("alt") ?? part.getAttribute("aria-label") ?? part.textContent)
      .join(" ");
    const names = [
      by && textOf(by),
      element.getAttribute("aria-label"),
      labels,
      own,
      inside,
      element.getAttribute("title"),
    ];
    return (names.find((name) => (name ?? "").trim() !== "") ?? "").trim();
  };

  const roles =
    "button, link, checkbox, radio, switch, tab, slider, spinbutton, combobox, textbox, listbox, option, menuitem, treeitem, img"
      .split(", ")
      .map((role) => `[role="${role}"]`)
      .join();
  const named = `a[href], button, input:not([type="hidden"]), select, textarea, summary, canvas, progress, meter, img, svg:not([aria-hidden="true"] *):not([aria-hidden="true"]), [tabindex="0"], ${roles}`;

  /** What has no name and needs one. */
  const nameless = () =>
    [...document.querySelectorAll(named)]
      .filter(
        (element) => !element.closest('[aria-hidden="true"], [inert], [role="presentation"], [role="none"]'),
      )
      // A picture inside of something named is part of it.
      .filter(
        (element) =>
          !(element.localName === "svg" && element.parentElement?.closest("a, button, [role=img], label")),
      )
      .filter((element) => element.localName === "canvas" || isShown(element))
      .filter(
        (element) =>
          nameOf(element) === "" && !(element.localName === "img" && element.getAttribute("alt") === ""),
      )
      .map(shown);

  /** Levels of headings in order; the first must be 1, alone, and none may skip one. */
  const headings = () =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(isShown).map((element) => ({
      level: Number(element.localName[1]),
      text: (element.textContent ?? "").trim(),
    }));

  /** Ids that are there twice. */
  const twins = () => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, k) => ids.indexOf(id) !== k);
  };

  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  /** Red, green, blue (0 to 1, not linear) and opacity, of any colour that CSS knows. */
  const colour = (css) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r / 255, g / 255, b / 255, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, k) => part * a + below[k] * (1 - a));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].toSorted((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement)
      layers.push(colour(getComputedStyle(at).backgroundColor));
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    return layers
      .reverse()
      .reduce((below, layer) => over(layer, below), dark ? [0.07, 0.07, 0.07] : [1, 1, 1]);
  };
  const opacityOf = (element) => {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };

  /** Texts that are hard to read: less than 4.5 against what is behind them, 3 where they are large. */
  const faint = () => {
    const out = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        !element ||
        node.data.trim() === "" ||
        !isShown(element) ||
        element.closest(".hidden, .skip, :disabled, [aria-disabled=true]")
      )
        continue;
      if (/^(script|style|noscript|title|option)$/.test(element.localName)) continue;
      const style = getComputedStyle(element);
      const ink = colour(element.closest("svg") ? style.fill : style.color);
      const ground = groundOf(element);
      ink[3] *= opacityOf(element);
      const got = ratio(over(ink, ground), ground);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (got < (isLarge ? 3 : 4.5)) out.set(shown(element), Math.round(got * 100) / 100);
    }
    return [...out];
  };

  /** What sticks out of the window to the side, if the page can be moved sideways. */
  const sideways = () => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".wide, .hidden"),
      )
      .map((element) => `${shown(element)} to ${Math.round(element.getBoundingClientRect().right)}`)
      .slice(0, 5);
  };

  /** Buttons, links and fields that are too low for a finger. */
  const low = () =>
    [
      ...document.querySelectorAll(
        "main :is(button, select, summary, .button), main input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=file])",
      ),
    ]
      .filter((element) => isShown(element) && !element.closest(".hidden"))
      .filter((element) => element.getBoundingClientRect().height < 30)
      .map((element) => `${shown(element)} ${Math.round(element.getBoundingClientRect().height)} px`);

  globalThis.probe = {
    longTasks,
    frames,
    firstPaint,
    nameless,
    nameOf,
    headings,
    twins,
    faint,
    sideways,
    low,
    shown,
  };
})();
