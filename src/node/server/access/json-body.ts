// Parses the body of a request as JSON with Fastify's own parser, after rejecting text that is nested too deeply.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkNesting } from "../../../core/index.ts";

type Done = (error: Error | null, value?: unknown) => void;

export function jsonBody(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request: FastifyRequest, body: string, done: Done): void => {
    try {
      checkNesting(body, "request: the body");
    } catch (error) {
      done(error as Error);
      return;
    }
    void parse(request, body, done);
  };
}
