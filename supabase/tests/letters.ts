import type { Queryable } from '../local/contracts.ts'
import { settingsOf } from '../local/engine/caller-settings.ts'
import type { Case, Cases } from './cases/case.ts'
import { benchCases } from './cases/bench.ts'
import { catalogueCases } from './cases/catalogue.ts'
import { calculationCases } from './cases/calculations.ts'
import { contactCardCases } from './cases/contact-cards.ts'
import { creditCases } from './cases/credit.ts'
import { mailCases } from './cases/mail.ts'
import { noticeCases } from './cases/notices.ts'
import { paperCases } from './cases/papers.ts'
import { rightsCases } from './cases/rights.ts'
import { settingsAndFilesCases } from './cases/settings-and-files.ts'
import { shiftCases } from './cases/shifts.ts'
import { siteCases } from './cases/site.ts'
import { bankCases } from './cases/bank.ts'
import { supplierCases } from './cases/suppliers.ts'
import { taskCases } from './cases/tasks.ts'
import { stockCases } from './cases/stock.ts'
import { tradeCases } from './cases/trade.ts'
import { callerOf, idOf } from './people.ts'
import { actors, cellsOf, type Actor, type Cells } from './permission-matrix.ts'

const cases: Cases = {
  ...rightsCases,
  ...contactCardCases,
  ...creditCases,
  ...paperCases,
  ...tradeCases,
  ...benchCases,
  ...catalogueCases,
  ...stockCases,
  ...calculationCases,
  ...bankCases,
  ...supplierCases,
  ...taskCases,
  ...mailCases,
  ...noticeCases,
  ...settingsAndFilesCases,
  ...shiftCases,
  ...siteCases,
}

/** How the four verbs are tried on that row of the matrix. */
export function caseOf(table: string, whose: string): Case {
  const found = cases[table]?.[whose]
  if (!found) throw new Error(`No case says how to try ${table}, ${whose}`)
  return found
}

/** The letters of select, insert, update and delete that each person may do. Each is undone before the next. */
export async function lettersOf(
  tx: Queryable,
  table: string,
  how: Case,
  who: readonly Actor[] = actors,
): Promise<Cells> {
  const statements = [
    `select 1 from ${table} where ${how.where}`,
    `insert into ${table} ${how.insert}`,
    `update ${table} set ${how.update} where ${how.where}`,
    `delete from ${table} where ${how.where}`,
  ]
  // Preparation without `:me` is the same for everybody, so it runs once.
  const isShared = how.given !== undefined && !how.given.includes(':me')
  if (isShared) await tx.exec(how.given ?? '')
  const of = (actor: Actor) => {
    const as = (sql: string) => sql.replaceAll(':me', `'${idOf(actor)}'`)
    const given = isShared ? '' : as(how.given ?? '')
    return { actor, settings: settingsOf(callerOf(actor)), given, statements: statements.map(as) }
  }
  const { rows: made } = await tx.query(`select where to_regproc('pg_temp.what_came_of_each') is not null`)
  if (made.length === 0) await tx.exec(whatCameOfEach)
  const { rows } = await tx.query<{ actor: Actor; came: string[] }>(
    'select actor, came from pg_temp.what_came_of_each($1)',
    [JSON.stringify(who.map(of))],
  )
  const found = cellsOf('')
  for (const { actor, came } of rows)
    found[actor] = came.map((outcome, index) => (allowed(outcome) ? 'SIUD'.charAt(index) : '')).join('') || '-'
  return found
}

/**
 * Made once in a transaction: each time it is made, the engine plans every statement anew. A round trip a statement would take most
 * of the time. `came` is a count of rows, or the code and words of a refusal.
 */
export const whatCameOfEach = `
  create or replace function pg_temp.what_came_of_each(tries jsonb) returns table (actor text, came text[])
  language plpgsql set search_path from current as $$
  declare
    person jsonb;
    statement text;
    touched bigint;
  begin
    for person in select jsonb_array_elements(tries) loop
      actor := person ->> 'actor';
      came := '{}';
      begin
        if person ->> 'given' <> '' then execute person ->> 'given'; end if;
        perform set_config(name, value, true) from jsonb_each_text(person -> 'settings') as setting (name, value);
        for statement in select jsonb_array_elements_text(person -> 'statements') loop
          begin
            execute statement;
            get diagnostics touched = row_count;
            raise exception using errcode = 'UNDO1';
          exception
            when sqlstate 'UNDO1' then came := came || touched::text;
            when others then came := came || (sqlstate || ' ' || sqlerrm);
          end;
        end loop;
        raise exception using errcode = 'UNDO1';
      exception when sqlstate 'UNDO1' then null;
      end;
      return next;
    end loop;
  end $$`

/** A refusal is a missing privilege, a policy, no row, or a state: any other error is a mistake in the matrix. */
function allowed(outcome: string): boolean {
  if (/^\d+$/.test(outcome)) return outcome !== '0'
  if (!/^(42501|PT409) /.test(outcome)) throw new Error(outcome)
  return false
}

/** Turns off the triggers that ask before a statement, so that the policies have to refuse. */
export const withoutTriggersThatAsk = `
  do $$ declare v_table regclass; begin
    for v_table in select tgrelid from pg_trigger where tgname = 'ask_first' loop
      execute format('alter table %s disable trigger ask_first', v_table);
    end loop;
  end $$`
