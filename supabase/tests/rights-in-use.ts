import type { Queryable } from '../local/contracts.ts'

// Finds the rights that a rule needs by removing them: a colleague with every right is compared with the same one
// without one right, and without two or three of them where each is enough.

/** A right of a page, as "jobs edit", or a named one, as "view_financial_data". */
export type Right = string

/** Everybody of the role `team_member` has every right. */
export const everyRight = `
  insert into public.page_permissions (role, page_name, can_view, can_create, can_edit, can_delete)
    select distinct 'team_member'::public.app_role, page_name, true, true, true, true from public.page_permissions
    on conflict (role, page_name) do update set can_view = true, can_create = true, can_edit = true, can_delete = true;
  insert into public.role_permissions (role, permission_id) select 'team_member', id from public.permissions
    on conflict do nothing`

export const withoutRight = (right: Right): string => {
  const [page = '', action] = right.split(' ')
  return action === undefined
    ? `delete from public.role_permissions where role = 'team_member'
        and permission_id in (select id from public.permissions where name = '${page}')`
    : `update public.page_permissions set can_${action} = false where role = 'team_member' and page_name = '${page}'`
}

const ofPage = /\bprivate\.(?:can|must)\(\s*'([a-z-]+)'(?:::text)?,\s*'([a-z]+)'/g
const named = /\b(?:private\.(?:must_)?named|public\.has_permission)\(\s*'([a-z_]+)'/g

/** The bodies of our functions by name; those of one name are joined. */
export async function bodiesOf(tx: Queryable): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ name: string; body: string }>(`
    select p.proname::text as name, string_agg(p.prosrc, ' ') as body
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql')
       and p.prorettype <> 'trigger'::regtype and p.proname not in ('can', 'must', 'named', 'must_named', 'has_permission')
     group by 1`)
  return new Map(rows.map(({ name, body }) => [name, body.replaceAll(/--[^\n]*/g, '')]))
}

/** The rights that a text checks, itself or through called functions. */
export function rightsAskedBy(text: string, bodies: ReadonlyMap<string, string>): Right[] {
  const found = new Set<Right>()
  const seen = new Set<string>()
  const waiting = [text]
  for (let now = waiting.pop(); now !== undefined; now = waiting.pop()) {
    for (const [, page = '', action = ''] of now.matchAll(ofPage)) found.add(`${page} ${action}`)
    for (const [, name = ''] of now.matchAll(named)) found.add(name)
    for (const [, called = ''] of now.matchAll(/\b(?:private|public)\.(\w+)\s*\(/g)) {
      const body = seen.has(called) ? undefined : bodies.get(called)
      seen.add(called)
      if (body !== undefined) waiting.push(body)
    }
  }
  return [...found].sort()
}

/** The rights lost with `view`: without it a person may do nothing else on the page. */
const takenWith = (right: Right, rights: readonly Right[]): Right[] => {
  const [page = '', action] = right.split(' ')
  return action === 'view' ? rights.filter((other) => other !== right && other.startsWith(`${page} `)) : []
}

/** Every choice of at most that many of the rights. */
function choicesOf(rights: readonly Right[], most: number): Right[][] {
  if (most === 0) return [[]]
  return [[], ...rights.flatMap((one, at) => choicesOf(rights.slice(at + 1), most - 1).map((more) => [one, ...more]))]
}

/**
 * For each letter that is left without any one of some rights, and lost without all of these: those rights. Only among them may two or
 * three lose it together, because a right that is taken away gives no letter back.
 */
async function lostTogether(
  all: string,
  rights: readonly Right[],
  lostBy: (without: readonly Right[]) => Promise<string>,
): Promise<ReadonlyMap<string, readonly Right[]>> {
  const alone = new Map<Right, string>()
  for (const right of rights) alone.set(right, await lostBy([right]))
  const found = new Map<string, readonly Right[]>()
  for (const letter of all) {
    const few = rights.filter((right) => !alone.get(right)?.includes(letter))
    if (few.length > 1 && (await lostBy(few)).includes(letter)) found.set(letter, few)
  }
  return found
}

/** For functions that name more rights than this, only pairs of rights are removed at once. */
const fewEnoughForThree = 6

/**
 * The letters lost without each right, and without two or three of them where each is enough, as "jobs edit: ID".
 * `left` returns a letter for each remaining right. Losses that follow from `view` are listed under the other right.
 */
export async function lossesOf(
  rights: readonly Right[],
  left: (without: readonly Right[]) => Promise<string>,
): Promise<string[]> {
  const all = await left([])
  const known = new Map<string, string>()
  const lostBy = async (without: readonly Right[]): Promise<string> => {
    const key = without.join(' or ')
    const rest = known.get(key) ?? (await left(without))
    known.set(key, rest)
    return [...all].filter((letter) => !rest.includes(letter)).join('')
  }
  const losses: string[] = []
  const choices = choicesOf(rights, rights.length > fewEnoughForThree ? 2 : 3).filter(({ length }) => length > 0)
  const together = await lostTogether(all, rights, lostBy)
  for (const choice of choices.toSorted((one, other) => one.length - other.length)) {
    const mayLose = [...together.values()].some((few) => choice.every((right) => few.includes(right)))
    if (choice.length > 1 && !mayLose) continue
    const fewer = choice.length === 1 ? [] : choice.map((_, at) => choice.toSpliced(at, 1))
    const narrower = choice.flatMap((one, at) => takenWith(one, rights).map((taken) => choice.with(at, taken)))
    let lost = await lostBy(choice)
    for (const other of [...fewer, ...narrower]) {
      const also = lost === '' ? '' : await lostBy(other)
      lost = [...lost].filter((letter) => !also.includes(letter)).join('')
    }
    if (lost !== '') losses.push(`${choice.join(' or ')}: ${lost}`)
  }
  return losses
}
