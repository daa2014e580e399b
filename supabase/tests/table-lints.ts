import type { Lint } from './catalogue.ts'

const publicTables = `pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

/** The condition that a table has that column. */
const has = (column: string) =>
  `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = '${column}' and not a.attisdropped)`

/**
 * The condition that an enabled trigger of `c` runs that function; `more` restricts it. Bits of tgtype: 4 insert, 8
 * delete, 16 update.
 */
const runs = (name: string, more = 'true') => `exists (
  select from pg_trigger t where t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgfoid = 'private.${name}'::regproc and ${more})`

const argumentsOf = `string_to_array(encode(t.tgargs, 'escape'), '\\000')`
const pinned = (column: string) => `(${runs('pin', `'${column}' = any (${argumentsOf})`)}
  or ${runs('pin_all_but', `not '${column}' = any (${argumentsOf})`)})`

/** Tables of access, then others whose changes people ask about; tables of money are found by their columns. */
const accessTables = [
  'user_roles',
  'page_permissions',
  'permissions',
  'role_permissions',
  'contacts',
  'contact_bank_accounts',
  'credit_applications',
  'company_settings',
  'absences',
  'account_rules',
  'bank_entry_payouts',
  'bank_imports',
  'commission_rules',
  'contact_relations',
  'contact_types',
  'contract_hours',
  'cost_accounts',
  'deliveries',
  'email_templates',
  'exemption_certificates',
  'jobs',
  'ledger_accounts',
  'locations',
  'margin_floors',
  'mockups',
  'policy_texts',
  'product_options',
  'purchase_order_lines',
  'purchase_orders',
  'quotation_terms',
  'statement_runs',
  'statements',
  'system_notes',
  'tax_places',
  'text_translations',
  'vat_rates',
  'website_metadata_settings',
]

/** Changed by admins alone: what a right or a setting of the site is called is its key, and the company is one row. */
const keyedByAdmins = ['company_settings', 'role_permissions', 'website_metadata_settings']

/** Tables that people cannot write, or that only grow. A document's lines are covered by its events and versions. */
const moneyOfAnotherRecord = `(${runs('refuse_change')} or not (
  has_table_privilege('authenticated', c.oid, 'insert') or has_table_privilege('authenticated', c.oid, 'update')))`

/** The requirements of every table. `private.borrow_rules` adds most of them. */
export const tableLints: Record<string, Lint> = {
  'a table whose created_by people can forge or change': {
    find: `select c.relname::text as offender from ${publicTables} and ${has('created_by')}
      and not (${runs('stamp_created_by', 't.tgtype & 4 > 0')} and ${pinned('created_by')})`,
    careless: `drop trigger stamp_created_by on public.jobs`,
  },
  'a table whose created_at people can choose or change': {
    find: `select c.relname::text as offender from ${publicTables} and ${has('created_at')}
      and not (${runs('stamp_created_at', 't.tgtype & 4 > 0')} and ${pinned('created_at')})`,
    careless: `drop trigger pin on public.system_notes`,
  },
  'a table whose id people can change': {
    find: `select c.relname::text as offender from ${publicTables} and ${has('id')} and ${has('created_at')} and not ${pinned('id')}`,
    careless: `drop trigger pin on public.partial_deliveries`,
  },
  'a table whose key people can change': {
    find: `select c.relname || '.' || k.attname as offender from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relname not in ('${keyedByAdmins.join("', '")}')
       and has_column_privilege('authenticated', c.oid, k.attnum, 'update') and not ${runs('refuse_change')}
       and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('w', '*'))
       and not ${runs('pin', `k.attname = any (${argumentsOf})`)} and not ${runs('pin_all_but', `not k.attname = any (${argumentsOf})`)}`,
    careless: `drop trigger pin on public.job_step_templates`,
  },
  'a table whose updated_at does not follow its changes': {
    find: `select c.relname::text as offender from ${publicTables} and ${has('updated_at')}
      and not ${runs('stamp_updated_at', 't.tgtype & 16 > 0')}`,
    careless: `drop trigger stamp_updated_at on public.price_calculations`,
  },
  'a table of versions that people can choose': {
    find: `select c.relname::text as offender from ${publicTables} and ${has('row_version')}
      and not (${runs('first_version', 't.tgtype & 4 > 0')} and ${runs('count_version', 't.tgtype & 16 > 0')})`,
    careless: `drop trigger count_version on public.locations`,
  },
  'a table of money or access that is not in the audit trail': {
    find: `select c.relname::text as offender from ${publicTables}
      and (c.relname in (${accessTables.map((name) => `'${name}'`).join(', ')}) or (not ${moneyOfAnotherRecord} and c.relname !~ '_items?(_costs)?$' and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'numeric'::regtype
           and a.attname ~ '(net|vat|gross|amount|price|cost|limit|paid|total|balance)')))
      and not ${runs('audit', 't.tgtype & 4 > 0 and t.tgtype & 8 > 0 and t.tgtype & 16 > 0')}`,
    careless: `drop trigger audit on public.contact_bank_accounts`,
  },
  'a table of notices that people can flood': {
    find: `select c.relname::text as offender from ${publicTables} and c.relname like '%notifications'
      and has_table_privilege('authenticated', c.oid, 'insert') and not ${runs('limit_notices', 't.tgtype & 4 > 0')}`,
    careless: `drop trigger limit_notices on public.task_reply_notifications`,
  },
  'a table of notices whose words people can change': {
    find: `select c.relname::text as offender from ${publicTables} and c.relname like '%notifications'
      and not ${runs('pin_all_but', `${argumentsOf} = array['is_read', '']`)}`,
    careless: `drop trigger pin on public.delivery_notifications`,
  },
  'a list whose nudges carry the secret of a link': {
    find: `select c.relname::text as offender from ${publicTables} and ${runs(
      'nudge_pages',
      `((${argumentsOf})[1] ~ 'uuid|token' or (c.relname = 'payment_requests' and (${argumentsOf})[1] = 'id'))`,
    )}`,
    careless: `call private.after_each_statement('public.orders', 'careless', $$private.nudge_pages('public_uuid', 'orders')$$)`,
  },
  // A task's own topic starts with it, and the list of tasks does not show comments.
  'a nudge that does not tell of new, changed and removed rows alike': {
    find: `select t.tgrelid::regclass || ' ' || told.what as offender
      from pg_trigger t, lateral (select regexp_replace(t.tgname, '_(insert|update|delete)$', '') as what) as told
     where t.tgname ~ '^nudge_.*_(insert|update|delete)$'
       and (t.tgrelid::regclass::text, told.what) not in (('tasks', 'nudge_task'), ('task_comments', 'nudge_page'))
     group by 1 having count(*) = 2`,
    careless: `drop trigger nudge_user_insert on public.saved_views`,
  },
  'a list that does not only grow': {
    find: `select c.relname::text as offender from ${publicTables}
      and c.relname in ('audit_logs', 'credit_application_events')
      and not (${runs('refuse_change', 't.tgtype & 8 > 0 and t.tgtype & 16 > 0')} and ${runs('refuse_change', 't.tgtype & 32 > 0')})`,
    careless: `drop trigger append_only on public.audit_logs`,
  },
  'a column of numbers, dates or lists that takes hostile values': {
    find: `select c.relname || '.' || a.attname as offender
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
       and (t.typcategory = 'A' or t.oid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype,
            'numeric'::regtype, 'float8'::regtype, 'float4'::regtype))
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.conkey = array[a.attnum]
            and k.conname ~ '_is_(in_reach|a_number|a_list)$')`,
    careless: `alter table public.jobs add column careless numeric(12, 2)`,
  },
  'a function that runs as the caller and calls one that people may not call': {
    find: `select distinct o.oid::regprocedure::text || ' calls ' || i.proname as offender
      from pg_proc o join pg_proc i on i.pronamespace = 'private'::regnamespace and o.prosrc ~ ('\\mprivate\\.' || i.proname || '\\M\\s*\\(')
     where o.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not o.prosecdef and o.prorettype <> 'trigger'::regtype
       and exists (select from pg_proc w where w.pronamespace = 'public'::regnamespace and w.proname = o.proname)
       and has_function_privilege('authenticated', o.oid, 'execute')
       and not exists (select from pg_proc e where e.pronamespace = i.pronamespace and e.proname = i.proname and has_function_privilege('authenticated', e.oid, 'execute'))`,
    careless: `create function public.careless() returns date language sql set search_path = '' as 'select private.company_today()'`,
  },
  'a trigger that runs as the caller and calls a function that people may not call': {
    find: `select distinct o.oid::regprocedure::text || ' calls ' || i.proname as offender
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc o on o.oid = t.tgfoid
      join pg_proc i on i.pronamespace = 'private'::regnamespace and o.prosrc ~ ('\\mprivate\\.' || i.proname || '\\M\\s*\\(')
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and not o.prosecdef
       and (has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update'))
       and not exists (select from pg_proc e where e.pronamespace = i.pronamespace and e.proname = i.proname and has_function_privilege('authenticated', e.oid, 'execute'))`,
    careless: `create function private.careless() returns trigger language plpgsql set search_path = '' as 'begin perform private.company_today(); return new; end';
      create trigger careless before insert on public.jobs for each row execute function private.careless()`,
  },
  'a definer function that searches a schema': {
    find: `select oid::regprocedure::text as offender from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
       and not coalesce(proconfig, '{}') && array['search_path=', 'search_path=""']`,
    careless: `create function private.careless() returns int language sql security definer set search_path = public as 'select 1'`,
  },
  // Triggers run in the order of their names: what one before the pin empties, the pin refuses to everybody.
  'a trigger that changes, before the pin, a column that people cannot change': {
    find: `select given.tgname || ' on ' || c.relname || ': ' || changed.name as offender
      from pg_trigger given join pg_class c on c.oid = given.tgrelid join pg_proc f on f.oid = given.tgfoid
      join lateral (select distinct m[1] as name from regexp_matches(f.prosrc, 'new\\.(\\w+)\\s*:=', 'g') as m) as changed on true
     where c.relnamespace = 'public'::regnamespace and given.tgtype & 19 = 19 and f.prosrc !~ 'tg_op = ''INSERT'''
       and has_table_privilege('authenticated', c.oid, 'update')
       and ${runs('pin', `t.tgname > given.tgname and changed.name = any (${argumentsOf})`)}
       and (given.tgattr = '' or exists (select from pg_attribute k where k.attrelid = c.oid and k.attnum = any (given.tgattr)
         and not ${runs('pin', `k.attname = any (${argumentsOf})`)}))`,
    careless: `alter trigger planned_again on public.deliveries rename to guard_planned_again`,
  },
  'a trigger of the product that is switched off': {
    find: `select tgname || ' on ' || tgrelid::regclass as offender from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'O'`,
    careless: `alter table public.jobs disable trigger pin`,
  },
}
