import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files of a stage that take longest, and those before which a database must be booted. */
const long = [
  // Database.
  'supabase/tests/year.test.ts',
  'supabase/tests/upgrade.test.ts',
  'supabase/tests/money-properties.test.ts',
  'supabase/tests/ledgers.test.ts',
  'supabase/tests/sources.test.ts',
  'supabase/tests/trade-orders.test.ts',
  'supabase/tests/function-input.test.ts',
  'supabase/tests/closed-ledgers.test.ts',
  'supabase/tests/money-races.test.ts',
  'supabase/tests/sales-races.test.ts',
  'supabase/tests/workshop-races.test.ts',
  'supabase/tests/escalation.test.ts',
  'supabase/tests/foreign-ids.test.ts',
  // Backend.
  'supabase/local/engine/boot.test.ts',
  'supabase/local/main.test.ts',
  'supabase/local/backup-postgres.test.ts',
  'supabase/local/functions/deno.test.ts',
  'supabase/local/quick-answers/agreement.test.ts',
  'supabase/local/gateway/nginx.test.ts',
]

/**
 * Runs the longest files first, so that no worker waits at the end while another one begins them. Without the results of an
 * earlier run Vitest itself goes by the size of a file, and short files hold the generated cases.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const at = long.indexOf(relative(this.ctx.config.root, file.moduleId).replaceAll('\\', '/'))
      return at === -1 ? long.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
