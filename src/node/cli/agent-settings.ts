// Options of the searches that learn: their flags, their help, and which of them are part of the run.

import { type Command, Option } from "commander";
import { decoderNames, encoderNames, policyNames, presets, type RunOptions } from "../../core/index.ts";
import { choicesOf, number, whole } from "./settings.ts";

/** Options of the agent's search, as they are typed. */
export interface AgentSettings {
  readonly preset?: string;
  readonly policy?: string;
  readonly iterations?: number;
  readonly lambda?: "paper" | "code";
  readonly stop?: "auto" | "never";
  readonly encoder?: string;
  readonly decoder?: string;
  readonly step?: "published" | "merged";
  readonly learningRate?: number;
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
      "--strict",
      "of networks: the same bytes on every machine, also on those that do not fuse multiply and add",
    )
    .option(
      "--threads <count>",
      "of networks: threads that share a batch; the answer is the same for any number",
      whole,
    )
    .option(
      "--wide",
      "of agents: 256-bit instructions, where Node (24 or later) makes them and they prove to give the same bytes",
    );
}

/** What of them is part of the run; undefined where none was given. */
export function agentOptions(settings: AgentSettings): RunOptions["rl"] {
  const { preset, policy, iterations, lambda, stop, encoder, decoder, step, learningRate, strict } = settings;
  const given = Object.entries({
    preset,
    policy,
    iterations,
    lambda,
    stop,
    encoder,
    decoder,
    step,
    learningRate,
    strict,
  });
  const said = given.filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : (Object.fromEntries(said) as RunOptions["rl"]);
}
