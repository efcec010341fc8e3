// The package's example tables, as files served with the page.

import asiaData from "../../../examples/asia/data.csv?url";
import asiaTruth from "../../../examples/asia/truth.csv?url";
import twelveData from "../../../examples/twelve/data.csv?url";
import twelveTruth from "../../../examples/twelve/truth.csv?url";
import { exampleTables } from "../../core/index.ts";

export interface ExampleFiles {
  readonly describes: string;
  readonly data: string;
  readonly truth: string;
}

export const exampleFiles: Readonly<Record<string, ExampleFiles>> = {
  twelve: { describes: exampleTables.twelve, data: twelveData, truth: twelveTruth },
  asia: { describes: exampleTables.asia, data: asiaData, truth: asiaTruth },
};
