// Options of the searches that learn: their flags, their help, and which of them are part of the run.

import { type Command, Option } from "commander";
import {
  agentSchema,
  check,
  type DescribedSetting,
  decoderNames,
  describedSettings,
  encoderNames,
  policyNames,
  presets,
  type RunOptions,
  rewardModes,
  searches,
} from "../../core/index.ts";
import { choicesOf, number, whole } from "./settings.ts";

/** Options of the agent's search, as they are typed. */
export interface AgentSettings {
  readonly preset?: string;
  readonly policy?: string;
  readonly reward?: string;
  readonly iterations?: number;
  readonly lambda?: "paper" | "code";
  readonly stop?: "auto" | "never";
  readonly encoder?: string;
  readonly decoder?: string;
  readonly step?: "published" | "merged";
  readonly learningRate?: number;
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  readonly strict?: boolean;
  readonly threads?: number;
  readonly wide?: boolean;
}

export function withAgentOptions(command: Command): Command {
  return command
    .option("--preset <name>", `of --search rl: ${choicesOf(presets)} (default: "fast")`)
    .addOption(
      new Option(
        "--policy <name>",
        'of --search rl-order: a logit for each cell, or the network (default: "logits")',
      ).choices(policyNames),
    )
    .addOption(
      new Option(
        "--reward <when>",
        'of --search corl: at the end of an order, or variable by variable (default: "episodic")',
      ).choices(rewardModes),
    )
    .option("--iterations <count>", "of agents: at most so many batches of graphs", whole)
    .addOption(
      new Option("--lambda <rule>", "of --search rl: how the acyclicity penalties rise").choices([
        "paper",
        "code",
      ]),
    )
    .addOption(
      new Option(
        "--stop <when>",
        "of agents: end where that is safe, or never before the last iteration",
      ).choices(["auto", "never"]),
    )
    .addOption(new Option("--encoder <name>", "of --search rl: from rows to variables").choices(encoderNames))
    .addOption(
      new Option("--decoder <name>", "of --search rl: from variables to pairs").choices(decoderNames),
    )
    .addOption(
      new Option("--step <kind>", "of --search rl: two gradient sets as published, or one").choices([
        "published",
        "merged",
      ]),
    )
    .option("--learning-rate <rate>", "of agents", number)
    .option(
      "--set <name=value>",
      "a setting of the search, as often as needed: listed below, by search",
      setting,
    )
    .option(
      "--strict",
      "of networks: the same bytes on every machine, also on those that do not fuse multiply and add",
    )
    .option(
      "--threads <count>",
      "of networks and slow scores: threads that share the work; the answer is the same for any number",
      whole,
    )
    .option(
      "--wide",
      "of networks and slow scores: 256-bit instructions, where Node (24 or later) makes them and they prove to give the same bytes",
    );
}

/** Every setting of every search, for --help. */
export function settingsHelp(): string {
  const lines = Object.entries(searches).flatMap(([search, { settings, agent }]) => {
    const described = settings ? describedSettings(settings) : agent ? agentParameters(search) : [];
    if (described.length === 0) return [];
    const needs = search === "rl-order" ? " (--policy logits has batch and patience only)" : "";
    return [
      `  ${search}${needs}`,
      ...described.map(
        ({ name, describes, values }) => `    ${name.padEnd(20)} ${describes}${choicesAfter(values)}`,
      ),
    ];
  });
  return `
Settings (--set name=value), by search:
${lines.join("\n")}`;
}

/** As commander writes them. */
function choicesAfter(values: readonly string[]): string {
  return values.length === 0 ? "" : ` (choices: ${values.map((value) => `"${value}"`).join(", ")})`;
}

/** The parameters of an agent that have no flag of their own; for the paper's, what they are in its presets. */
function agentParameters(search: string): DescribedSetting[] {
  const read: readonly string[] = searches[search].reads?.({ policy: "encoder", logitBias: 0 }) ?? [];
  const [paper, fast] = [presets.paper, presets.fast].map(
    ({ options }): Readonly<Record<string, unknown>> => ({ ...options(12) }),
  );
  return describedSettings(agentSchema)
    .filter(({ name, describes }) => describes !== "" && read.includes(name))
    .map(({ name, describes, values }) => {
      const differs = paper[name] === fast[name] ? "" : `; fast: ${fast[name]}`;
      const value = search !== "rl" || paper[name] === undefined ? "" : ` (${paper[name]}${differs})`;
      return { name, describes: `${describes}${value}`, values };
    });
}

/** What of them is part of the run: of an agent, or of a search that has settings of its own. */
export function searchOptions(search: string, given: AgentSettings): Pick<RunOptions, "rl" | "settings"> {
  if (searches[search]?.settings === undefined) return { rl: agentOptions(given) };
  const { set, ...rest } = given;
  return { rl: agentOptions(rest), ...(set && { settings: set }) };
}

function agentOptions(settings: AgentSettings): RunOptions["rl"] {
  const { preset, policy, reward, iterations, lambda, stop, encoder, decoder, step, learningRate, strict } =
    settings;
  const given = Object.entries({
    preset,
    policy,
    reward,
    iterations,
    lambda,
    stop,
    encoder,
    decoder,
    step,
    learningRate,
    strict,
  });
  const said = [...given.filter(([, value]) => value !== undefined), ...Object.entries(settings.set ?? {})];
  return said.length === 0 ? undefined : (Object.fromEntries(said) as RunOptions["rl"]);
}

/** name=value added to what was set before; a number or true or false is taken as such. */
function setting(text: string, before: AgentSettings["set"] = {}): AgentSettings["set"] {
  const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
  check(name !== undefined, `discover: --set must be as in --set batch=32, got ${text}`);
  const meant = value === "true" || value === "false" ? value === "true" : Number(value);
  return { ...before, [name]: Number.isNaN(meant) ? value : meant };
}
