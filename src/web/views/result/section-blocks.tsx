// The contents of a section of the report (core/report/section.ts): sentences, lists, tables and facts.

import { words } from "../../../core/index.ts";
import { Glossed } from "../shared/glossed.tsx";
import { Phrase } from "../shared/phrase.tsx";
import { RowsTable } from "../shared/rows-table.tsx";

export function SectionBlocks({ title, blocks }: Pick<words.Section, "title" | "blocks">) {
  return blocks.map((block, k) => <SectionBlock key={k} title={title} block={block} />);
}

const looks = {
  soft: "soft",
  warning: "notice",
  pairs: "result-pairs",
  statements: undefined,
  references: undefined,
} as const;

function SectionBlock({ title, block }: { readonly title: string; readonly block: words.Block }) {
  if ("text" in block)
    return (
      <p className={block.look && looks[block.look]}>
        <Phrase of={block.text} />
      </p>
    );
  if ("heading" in block) return <h3>{block.heading}</h3>;
  if ("list" in block)
    return (
      <ul className={block.look && looks[block.look]}>
        {block.list.map((item, k) => (
          <li key={k} className="name">
            <Phrase of={item} />
          </li>
        ))}
      </ul>
    );
  if ("table" in block) {
    const { columns, rows, resultRow } = block.table;
    return (
      <RowsTable
        caption={title}
        columns={columns}
        rows={rows.map((row) =>
          row.map((cell, k) => <Phrase key={k} of={cell} isPlain={columns[k].kind === "remark"} />),
        )}
        rowClass={(k) => (k === resultRow ? "result-own" : undefined)}
      />
    );
  }
  if ("facts" in block) return <Facts of={block.facts} />;
  if ("findings" in block)
    return (
      <ul className="result-findings">
        {block.findings.map(({ severity, message, meaning, remedy }) => (
          <li key={message}>
            <p className="name">
              <span className="small soft">{severity}</span> <b>{words.sentence(message)}</b>
            </p>
            <p className="name">{words.sentence(meaning)}</p>
            <p className="soft name">Remedy: {words.sentence(remedy, false)}</p>
          </li>
        ))}
      </ul>
    );
  return (
    <pre className="wide">
      <code>{block.code}</code>
    </pre>
  );
}

/** Terms and their values. */
export function Facts({ of }: { readonly of: readonly (readonly [string, words.Text])[] }) {
  return (
    <dl className="result-facts">
      {of.map(([term, value]) => (
        <div key={term}>
          <dt>
            <Glossed text={term} />
          </dt>
          <dd className="name">
            <Phrase of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
