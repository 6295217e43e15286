export { createProblem, createTestCase, createTestData } from "./problem-builders.ts";
