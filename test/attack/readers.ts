// What is asked of the server that makes it read a file of its data folder.

type Asked = readonly [method: string, url: string, body?: unknown];

/** By the room and the name of the file. */
export function readers(
  table: string,
  run: string,
): (readonly [room: "runs" | "tables", file: string, asked: readonly Asked[]])[] {
  return [
    ["runs", "report.html", [["GET", `/api/runs/${run}/files/report.html`]]],
    [
      "runs",
      "result.json",
      [
        ["GET", `/api/runs/${run}/files/result.json`],
        ["GET", `/api/runs/${run}/compare/${run}`],
        ["GET", `/api/runs/${run}`],
      ],
    ],
    ["runs", "events.ndjson", [["GET", `/api/runs/${run}/events`]]],
    [
      "tables",
      "table.csv",
      [
        ["POST", "/api/runs", { table }],
        ["POST", `/api/tables/${table}/doctor`, {}],
        ["POST", "/api/estimates", { table }],
        ["GET", `/api/runs/${run}/edge?cause=b&effect=c`],
      ],
    ],
    ["tables", "table.json", [["GET", `/api/tables/${table}`]]],
  ];
}
