import type { Queryable } from '../../supabase/local/contracts.ts'

/** A fault as SQL. Tests that speak of `subject` are those that should notice it. */
export type Fault = { name: string; subject: string; sql: string }

/** Replaces text in the body of a function and makes it anew. Fails when the text is not there. */
const replaced = (routine: string, from: string, to: string): string => `
do $fault$
declare
  v_old constant text := pg_get_functiondef('${routine}'::regproc);
begin
  if strpos(v_old, ${quoted(from)}) = 0 then raise exception 'The text is not in ${routine}'; end if;
  execute replace(v_old, ${quoted(from)}, ${quoted(to)});
end $fault$`

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const dropped = (trigger: string, table: string): Fault => ({
  name: `trigger ${trigger} of ${table} dropped`,
  subject: table,
  sql: `drop trigger ${trigger} on public.${table}`,
})

/** A policy whose condition loses one part. The policy is found by the text, so that its name may change. */
const withoutPart = (name: string, table: string, part: string): Fault => ({
  name,
  subject: table,
  sql: `
do $fault$
declare
  v_policy record;
begin
  for v_policy in select polname, pg_get_expr(polwithcheck, polrelid, true) as condition from pg_policy
    where polrelid = 'public.${table}'::regclass and polcmd = 'a'
  loop
    if strpos(v_policy.condition, ${quoted(part)}) = 0 then raise exception 'The text is not in the policy'; end if;
    execute format('alter policy %I on public.${table} with check (%s)', v_policy.polname,
      replace(v_policy.condition, ${quoted(part)}, 'true'));
  end loop;
end $fault$`,
})

/** Faults that outside testers planted and that no test noticed (issue 12, D 8). */
export const writtenFaults: readonly Fault[] = [
  dropped('audit', 'contact_bank_accounts'),
  withoutPart('a new account sets its own payment terms', 'contacts', 'payment_terms_days IS NULL'),
  withoutPart('a new account sets its own type of contact', 'contacts', 'contact_type_id IS NULL'),
  withoutPart('a new account chooses whether it is a business', 'contacts', `type = 'Person'::text`),
  {
    name: 'a new account may be on stop',
    subject: 'contacts',
    sql: `drop trigger refuse_silent_stop_of_new on public.contacts`,
  },
  dropped('limit_notices', 'task_reply_notifications'),
  dropped('stamp_created_at', 'task_reply_notifications'),
  ...['jobs', 'deliveries', 'partial_deliveries', 'system_notes', 'credit_applications'].map((table) =>
    dropped('pin', table),
  ),
  dropped('stamp_created_by', 'jobs'),
  dropped('stamp_created_at', 'quotations'),
  {
    name: 'list_accounts tells everybody when others were seen',
    subject: 'list_accounts',
    sql: replaced('private.list_accounts', 'case when manager.yes then u.last_sign_in_at end', 'u.last_sign_in_at'),
  },
  {
    name: 'the first admin is claimed while there is an admin',
    subject: 'claim_first_admin',
    sql: replaced(
      'private.claim_first_admin',
      `if exists (select 1 from public.user_roles where role = 'admin') then`,
      'if false then',
    ),
  },
  {
    name: 'has_permission(null) is true for an admin',
    subject: 'has_permission',
    sql: replaced('private.named', 'and p_name is not null', ''),
  },
]

/** Each policy open to all, each trigger of a rule dropped, each definer function without its question for a right. */
export async function faultsOfCatalogue(db: Queryable): Promise<Fault[]> {
  const { rows } = await db.query<Fault>(`
    select format('policy "%s" of %s is true', polname, c.relname) as name, c.relname::text as subject,
           format('alter policy %I on public.%I%s%s', polname, c.relname, case when polqual is not null then ' using (true)' end,
             case when polwithcheck is not null then ' with check (true)' end) as sql
      from pg_policy join pg_class c on c.oid = polrelid where c.relnamespace = 'public'::regnamespace
       and coalesce(pg_get_expr(polqual, polrelid), '') <> 'true'
    union all
    select format('trigger %s of %s dropped', t.tgname, c.relname), c.relname, format('drop trigger %I on public.%I', t.tgname, c.relname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
     where c.relnamespace = 'public'::regnamespace and f.pronamespace = 'private'::regnamespace and not t.tgisinternal
    union all
    select format('function %s asks for no right', p.proname), p.proname,
           regexp_replace(pg_get_functiondef(p.oid), 'private\\.(can|named)\\([^()]*\\)', 'true', 'g')
      from pg_proc p where p.pronamespace = 'private'::regnamespace and p.prosecdef and p.prokind = 'f'
       and p.proname not in ('can', 'named') and p.prosrc ~ 'private\\.(can|named)\\([^()]*\\)'
     order by 1`)
  return rows
}

/** Up to `most` of them, the same ones for the same seed. */
export function sampled(faults: readonly Fault[], most: number, seed: number): Fault[] {
  let state = seed >>> 0 || 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return faults
    .map((fault) => ({ fault, rank: next() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ fault }) => fault)
}
