export { createProblem, createTestCase } from "./problem-builders.ts";
