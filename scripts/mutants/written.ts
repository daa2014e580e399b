import { quoted, type Fault } from './fault.ts'

/** Replaces text in the body of a function and makes it anew. Fails when the text is not there. */
const replaced = (routine: string, from: string, to: string): string => `
do $fault$
declare
  v_old constant text := pg_get_functiondef('${routine}'::regproc);
begin
  if strpos(v_old, ${quoted(from)}) = 0 then raise exception 'The text is not in ${routine}'; end if;
  execute replace(v_old, ${quoted(from)}, ${quoted(to)});
end $fault$`

const inFunction = (name: string, routine: string, from: string, to: string): Fault => ({
  name,
  kind: 'written by hand',
  subjects: [routine],
  sql: replaced(`private.${routine}`, from, to),
})

const dropped = (trigger: string, table: string): Fault => ({
  name: `trigger ${trigger} of ${table} dropped`,
  kind: 'written by hand',
  subjects: [table],
  sql: `drop trigger ${trigger} on public.${table}`,
})

/** The policies for inserts lose one part. They are found by the text, so that their names may change. */
const withoutPart = (name: string, table: string, part: string): Fault => ({
  name,
  kind: 'written by hand',
  subjects: [table],
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

/** Faults that outside testers planted and that no test noticed: issue 12, D 8. */
const firstTesting: readonly Fault[] = [
  dropped('audit', 'contact_bank_accounts'),
  withoutPart('a new account sets its own payment terms', 'contacts', 'payment_terms_days IS NULL'),
  withoutPart('a new account sets its own type of contact', 'contacts', 'contact_type_id IS NULL'),
  withoutPart('a new account chooses whether it is a business', 'contacts', `type = 'Person'::text`),
  { ...dropped('refuse_silent_stop_of_new', 'contacts'), name: 'a new account may be on stop' },
  dropped('limit_notices', 'task_reply_notifications'),
  dropped('stamp_created_at', 'task_reply_notifications'),
  ...['jobs', 'deliveries', 'partial_deliveries', 'system_notes', 'credit_applications'].map((table) =>
    dropped('pin', table),
  ),
  dropped('stamp_created_by', 'jobs'),
  dropped('stamp_created_at', 'quotations'),
  inFunction(
    'list_accounts tells everybody when others were seen',
    'list_accounts',
    'case when manager.yes then u.last_sign_in_at end',
    'u.last_sign_in_at',
  ),
  inFunction(
    'the first admin is claimed while there is an admin',
    'claim_first_admin',
    `if exists (select 1 from public.user_roles where role = 'admin') then`,
    'if false then',
  ),
  {
    name: 'has_permission(null) is true for an admin',
    kind: 'written by hand',
    subjects: ['has_permission'],
    sql: replaced('private.named', 'and p_name is not null', ''),
  },
]

const withoutRevoked = (routine: string, alias = ''): Fault =>
  inFunction(`${routine} opens a revoked link`, routine, ` and ${alias}link_revoked_at is null`, '')

/** Rights of the paper's columns: the price of a line on a note whose prices are not shown. */
const shownOnNote = (column: string): Fault =>
  inFunction(
    `a note without prices tells ${column}`,
    'get_public_delivery',
    `case when v_row.show_prices then o.${column}::text end`,
    `o.${column}::text`,
  )

/** Faults of the second outside testing that no test noticed: issue 26, D 8. */
const secondTesting: readonly Fault[] = [
  withoutRevoked('use_credit'),
  withoutRevoked('get_public_statement'),
  withoutRevoked('get_public_delivery'),
  ...['q', 'o', 'd', 'v', 'n', 's'].map((alias) => ({
    ...withoutRevoked('is_public_document', `${alias}.`),
    name: `is_public_document opens a revoked link (${alias})`,
  })),
  ...['unit_price', 'discount_pct', 'net'].map(shownOnNote),
  inFunction(
    'a quotation is approved without its terms',
    'approve_quotation',
    'if not coalesce(p_terms_accepted, false) then',
    'if false then',
  ),
  inFunction(
    'stamps of work are good for 69 days',
    'must_have_worked',
    `split_part(v_stamp, '.', 1)::bigint) <= 600`,
    `split_part(v_stamp, '.', 1)::bigint) <= 6000000`,
  ),
  {
    name: 'accounts read bookings whole',
    kind: 'written by hand',
    subjects: ['bookings'],
    sql: 'grant select on public.bookings to authenticated',
  },
  {
    name: 'money out is planned by whoever may bill',
    kind: 'written by hand',
    subjects: ['recurring_payments'],
    sql: `
do $fault$
declare
  v_old text;
  v_new text;
  v_name name;
begin
  select polname, pg_get_expr(polwithcheck, polrelid) into v_name, v_old from pg_policy
   where polrelid = 'public.recurring_payments'::regclass and polcmd = 'a';
  v_new := regexp_replace(v_old, 'CASE direction.*END', 'true');
  if v_new = v_old then raise exception 'The text is not in the policy'; end if;
  execute format('alter policy %I on public.recurring_payments with check (%s)', v_name, v_new);
end $fault$`,
  },
  inFunction(
    'material is planned without any right',
    'plan_material',
    `if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then`,
    'if false then',
  ),
]

export const writtenFaults: readonly Fault[] = [...firstTesting, ...secondTesting]
