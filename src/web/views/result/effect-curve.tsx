// The effect of a cause on its effect with the other causes held fixed: some rows as dots, with the fitted line. All dots are one
// path, so that a thousand cost no more than one.

import { numbers, type wire } from "../../../core/index.ts";
import { nameText } from "../shared/shown-edge.ts";
import { curvePaths } from "./curve-paths.ts";

export type Curve = NonNullable<wire.EdgeDetails["curve"]>;

export interface EffectCurveProps {
  readonly curve: Curve;
  readonly cause: string;
  readonly effect: string;
  /** Does the effect have other causes? */
  readonly hasOthers: boolean;
}

const [width, height] = [320, 190];

export function EffectCurve({ curve, cause, effect, hasOthers }: EffectCurveProps) {
  const { dots, line, x, y } = curvePaths(curve, width, height);
  const kind = curve.kind === "line" ? "straight line" : "smooth curve";
  return (
    <figure className="result-curve">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Effect of ${cause} on ${effect}: a ${kind} through ${numbers.counted(curve.points.length, "row")}`}
      >
        <path className="result-dots" d={dots} />
        <path className="result-fit" d={line} />
      </svg>
      <div className="result-axis small soft">
        <span>{numbers.measured(x[0])}</span>
        <span className="name">{nameText(cause)}</span>
        <span>{numbers.measured(x[1])}</span>
      </div>
      <figcaption className="small soft">
        Vertical axis: <span className="name">{nameText(effect)}</span>, from {numbers.measured(y[0])} to{" "}
        {numbers.measured(y[1])}
        {hasOthers && ", minus the effects of its other causes"}.{" "}
        {numbers.counted(curve.points.length, "row")} as dots, with the fitted {kind}.
      </figcaption>
    </figure>
  );
}
