/**
 * How many cases a generated test plays: what the environment says under `name`, as in `npm run test:nightly`, else `many` on
 * PostgreSQL and `few` on PGlite, which takes several times as long for each.
 */
export const generatedCases = (name: string, { many, few }: { many: number; few: number }): number =>
  Number(process.env[name] ?? (process.env['TEST_DATABASE_URL'] ? many : few))
