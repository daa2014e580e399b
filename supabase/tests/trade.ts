import type { Queryable } from '../local/contracts.ts'
import { become, becomeOwner } from './act.ts'
import type { Person } from './people.ts'

/** One person at work in a transaction: each statement is theirs. */
export type Worker = {
  run: (sql: string) => Promise<void>
  rows: <Row = Record<string, unknown>>(sql: string) => Promise<Row[]>
  one: <Row = Record<string, unknown>>(sql: string) => Promise<Row | undefined>
  /** The first column of the first row. */
  value: <Value = unknown>(sql: string) => Promise<Value>
}

export type Trade = Record<'sales' | 'accounts' | 'workshop' | 'client' | 'server', Worker> & {
  as: (person: Person | 'server') => Worker
}

/** The people of the trade at work in one transaction. The client is a visitor: nobody signs in to use a link. */
export async function tradeIn(tx: Queryable): Promise<Trade> {
  const as = (person: Person | 'server'): Worker => {
    const turn = async () => {
      await becomeOwner(tx)
      if (person !== 'server') await become(tx, person)
    }
    const rows = async <Row>(sql: string): Promise<Row[]> => {
      await turn()
      try {
        return (await tx.query<Row>(sql)).rows
      } catch (error) {
        if (error instanceof Error) error.message += ` ← ${person}: ${sql.slice(0, 200)}`
        throw error
      }
    }
    return {
      rows,
      run: async (sql) => void (await rows(sql)),
      one: async <Row>(sql: string) => (await rows<Row>(sql))[0],
      value: async <Value>(sql: string) => {
        const [first] = await rows<Record<string, Value>>(sql)
        const [value] = Object.values(first ?? {})
        return value as Value
      },
    }
  }
  await tx.exec(`update public.company_settings set time_zone = 'Europe/Malta'`)
  return {
    as,
    sales: as('sales'),
    accounts: as('accounts'),
    workshop: as('team_member'),
    client: as('visitor'),
    server: as('server'),
  }
}

/** The message of a refused call, or `done`. The transaction continues. */
export async function refusalOf(tx: Queryable, work: () => Promise<unknown>): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await work()
    return 'done'
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    await becomeOwner(tx)
    return error instanceof Error ? (error.message.split(' ← ')[0] ?? '') : String(error)
  }
}

/** Gives an issued invoice the day on which a test says that it was issued, which nobody can do in the product. */
export const issuedOn = (server: Worker, id: string, day: string): Promise<void> =>
  server.run(`do $$ begin
    set local session_replication_role = replica;
    update public.invoices set issue_date = '${day}' where id = '${id}';
    set local session_replication_role = origin;
  end $$`)
