import type { Queryable } from '../local/contracts.ts'

/** Functions that the holder of a link calls without an account. Each checks the uuid itself. */
export const linkFunctions = [
  'get_public_quotation',
  'get_public_mockups',
  'tick_mockup',
  'comment_by_link',
  'answer_mockup',
  'show_typing',
  'choose_options',
  'choose_quantity',
  'approve_quotation',
  'reject_quotation',
  'request_quotation_change',
  'ask_about_quotation',
  'ask_about_document',
  'questions_by_link',
  'keep_visit',
  'open_payment_request',
  'tell_bank_transfer',
  'open_statement_request',
  'tell_statement_transfer',
  'withdraw_transfer',
  'use_credit',
  'pay_deposit_from_credit',
  'get_payment_request',
  'get_public_invoice',
  'get_public_credit_note',
  'get_public_delivery',
  'get_public_partial_delivery',
  'get_public_statement',
  'get_public_product',
  'list_public_products',
  'ask_for_product',
]

/** Functions with which visitors read published data or send a form. They read and write nothing else. */
const siteFunctions = [
  'get_public_services',
  'get_public_service',
  'get_public_policy',
  'get_public_posts',
  'get_public_post',
  'get_public_page',
  'get_site_frame',
  'get_site_words',
  'leave_review',
  'register_visitor',
  'get_booking_types',
  'get_company',
  'free_slots',
  'hold_slot',
  'release_slot',
  'confirm_booking',
  'get_booking',
  'move_booking',
  'cancel_booking',
  'note_visit',
  'get_brief',
  'save_brief',
  'add_brief_picture',
  'remove_brief_picture',
  'send_brief',
]

/** The columns that visitors may read: the metadata of the site. What they may know of the company is `get_company()`. */
const readByVisitors = ['setting_key', 'setting_value', 'display_order'].map(
  (name) => `website_metadata_settings.${name}`,
)

/** Secret columns that nobody reads through the API. Every other column of a visible row can be read. */
const keptFromAccounts = ['bookings.public_uuid']

/** What belongs to any account: whoever does not work here any more still marks their notices and sees to what they said. */
const ownOfAnybody = [
  'notifications',
  'task_reply_notifications',
  'mockup_notifications',
  'delivery_notifications',
  'partial_delivery_notifications',
  'push_devices',
  'task_comments',
  'task_mutes',
  'task_ready',
]

/** Tables whose policy leaves it to the trigger `stamp_created_by` to refuse the name of another person. */
const stampedOnly = [
  'vans',
  'shifts',
  'contract_hours',
  'work_centre_closures',
  'manufactured_products',
  'booking_closures',
]

/**
 * The API's functions for the server only: scheduled work, answers of payment and mail services, and the removal of
 * files.
 */
const serverFunctions = [
  ...[
    'claim_due',
    'expire_quotations',
    'make_recurring',
    'make_recurring_tasks',
    'mail_paper',
    'settle_mail',
    'get_calendar_feed',
  ],
  ...['claim_pushes', 'keep_push_keys', 'settle_push'],
  ...['fail_payment_request', 'report_reversal', 'request_of_session', 'settle_payment_request', 'settle_refund'],
  ...['settle_session', 'start_payment', 'log_account_event', 'take_function_call'],
  ...['claim_network_papers', 'keep_network_document', 'network_questions', 'settle_network_paper', 'connect_network'],
  ...['note_network_asked', 'take_network_message'],
  ...['take_orphaned_files', 'take_orphaned_pictures', 'take_orphaned_uploads'],
]

/**
 * Called by definer functions, and open to accounts: each checks the right itself, or returns nothing of other people.
 */
const calledByDefiners = [
  ...['calendar_place', 'client_address', 'metres_between', 'money_floor', 'my_contact_ids', 'patterns'],
  ...['release_mockup', 'sees_money'],
]

/** All that runs with the rights of the caller: bodies, policies, checks, defaults and indexes. */
const runByCallers = `(
    select prosrc as code from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not prosecdef
       and (prorettype = 'trigger'::regtype or has_function_privilege('authenticated', oid, 'execute'))
    union all select coalesce(qual, '') || coalesce(with_check, '') from pg_policies
    union all select pg_get_constraintdef(oid) from pg_constraint where contype = 'c'
    union all select pg_get_expr(adbin, adrelid) from pg_attrdef
    union all select pg_get_indexdef(indexrelid) from pg_index where indexprs is not null) as run`

/** `find` lists the offenders. `careless`: an example of the mistake, which `find` must list. */
export type Lint = { find: string; careless: string }

/** The rules of Supabase's database linter and of this project. */
export const lints: Record<string, Lint> = {
  'a table without row level security': {
    find: `    select oid::regclass::text as offender from pg_class
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not relrowsecurity`,
    careless: `create table public.careless (id int primary key)`,
  },
  'a public table without a policy': {
    find: `    select c.oid::regclass::text as offender from pg_class c
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not exists (select from pg_policy where polrelid = c.oid and polpermissive)`,
    careless: `create table public.careless (id int primary key); alter table public.careless enable row level security`,
  },
  'a policy on a table whose row level security is off': {
    find: `    select polname || ' on ' || polrelid::regclass as offender from pg_policy
      join pg_class c on c.oid = polrelid where not c.relrowsecurity`,
    careless: `alter table public.jobs disable row level security`,
  },
  'a table without a primary key': {
    find: `    select c.oid::regclass::text as offender from pg_class c
     where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not exists (select from pg_index where indrelid = c.oid and indisprimary)`,
    careless: `create table public.careless (id int)`,
  },
  'a foreign key without an index': {
    find: `    select conname::text as offender from pg_constraint k
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select from pg_index i
        where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
    careless: `create table public.careless (id int primary key, job_id uuid references public.jobs)`,
  },
  'two indexes that are the same': {
    find: `    select string_agg(indexrelid::regclass::text, ' = ') as offender from pg_index i
      join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
     group by indrelid, indkey::text, indclass::text, indoption::text, coalesce(indexprs::text, ''), coalesce(indpred::text, '')
    having count(*) > 1`,
    careless: `create index careless on public.jobs (quotation_id)`,
  },
  'more than one permissive policy for a role and a command': {
    find: `    select tablename || ' ' || command || ' ' || role as offender
      from pg_policies, unnest(roles) as role,
           unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as command
     where permissive = 'PERMISSIVE' and schemaname in ('public', 'storage', 'realtime')
     group by schemaname, tablename, command, role having count(*) > 1`,
    careless: `create policy careless on public.jobs for all to authenticated using ((select private.is_staff()))`,
  },
  'a table that does not ask for the second factor': {
    find: `    select c.oid::regclass::text as offender from pg_class c
     where c.relkind in ('r', 'p') and (c.relnamespace = 'public'::regnamespace or c.oid = 'storage.objects'::regclass)
       and c.relname <> 'website_metadata_settings' and not exists (
         select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
           and pg_get_expr(p.polqual, p.polrelid) ~ 'session_is_sure' and pg_get_expr(p.polwithcheck, p.polrelid) ~ 'session_is_sure')`,
    careless: `drop policy "sessions show their second factor first" on public.jobs`,
  },
  'a policy that does not say to whom': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where schemaname in ('public', 'storage', 'realtime') and roles && array['public']::name[]`,
    careless: `create policy careless on public.jobs for select using ((select private.is_staff()))`,
  },
  'a policy for visitors': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where 'anon' = any (roles) and schemaname in ('public', 'storage')
       and tablename <> 'website_metadata_settings'`,
    careless: `create policy careless on public.jobs for select to anon using ((select private.is_staff()))`,
  },
  'a policy by which people add rows in the name of others': {
    find: `    select p.polname || ' on ' || c.relname as offender from pg_policy p join pg_class c on c.oid = p.polrelid
     where c.relnamespace = 'public'::regnamespace and p.polpermissive and p.polcmd in ('a', '*')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'created_by' and not a.attisdropped)
       and pg_get_expr(p.polwithcheck, p.polrelid) !~ 'created_by'
       and c.relname not in ('${stampedOnly.join("', '")}')`,
    careless: `create policy careless on public.jobs for insert to authenticated with check ((select private.is_staff()))`,
  },
  'a policy by which people who do not work here change or remove rows': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where schemaname = 'public' and permissive = 'PERMISSIVE' and cmd in ('UPDATE', 'DELETE', 'ALL') and 'authenticated' = any (roles)
       and qual !~ 'private\\.(can|named|is_staff|my_role|my_document_kinds)\\(' and tablename not in ('${ownOfAnybody.join("', '")}')`,
    careless: `create policy careless on public.panel_photos for update to authenticated using (created_by = (select auth.uid()))`,
  },
  'a policy that asks who it is for every row': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where schemaname in ('public', 'storage', 'realtime')
       and regexp_replace(coalesce(qual, '') || ' ' || coalesce(with_check, ''),
             '\\( SELECT (auth|private|realtime)\\.[a-z_]+\\(', '', 'g')
           ~ '(auth\\.(uid|role|email|jwt)|private\\.(can|named|my_role|is_staff|my_contact_ids|may_hear|is_public_document)|current_setting|realtime\\.topic)\\('`,
    careless: `create policy careless on public.jobs for select to authenticated using (created_by = auth.uid())`,
  },
  'a policy that trusts user_metadata': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where coalesce(qual, '') || coalesce(with_check, '') like '%user_metadata%'`,
    careless: `create policy careless on public.jobs for select to authenticated using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin')`,
  },
  'a policy that lets everybody write': {
    find: `    select policyname || ' on ' || tablename as offender from pg_policies
     where cmd <> 'SELECT' and schemaname = 'public' and (qual = 'true' or with_check = 'true')`,
    careless: `create policy careless on public.jobs for update to authenticated using (true)`,
  },
  'a view in an exposed schema': {
    find: `    select oid::regclass::text as offender from pg_class
     where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
    careless: `create view public.careless as select id from auth.users`,
  },
  'a function without a fixed search path': {
    find: `    select oid::regprocedure::text as offender from pg_proc p
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`,
    careless: `create function public.careless() returns int language sql as 'select 1'`,
  },
  'a function of the schema private that everybody may call': {
    find: `    select oid::regprocedure::text as offender from pg_proc
     where pronamespace = 'private'::regnamespace
       and has_function_privilege('anon', oid, 'execute')
       and proname not in ('uuid_or_null', 'is_public_document', '${[...linkFunctions, ...siteFunctions].join("', '")}')`,
    careless: `create function private.careless() returns int language sql set search_path = '' as 'select 1'`,
  },
  'a function of the schema private that accounts may call though nothing of theirs does': {
    find: `    select p.oid::regprocedure::text as offender from pg_proc p
     where pronamespace = 'private'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and proname not in ('${calledByDefiners.join("', '")}')
       and proname not in (select called[1] from ${runByCallers}, regexp_matches(code, 'private\\.(\\w+)', 'g') as called)`,
    careless: `grant execute on function private.log_event to authenticated`,
  },
  'a check, a computed column or an index that whoever writes the table may not compute': {
    find: `    select distinct t.relname || ' ' || p.proname as offender
      from pg_depend d
      join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid and k.contype = 'c'
      left join pg_attrdef a on d.classid = 'pg_attrdef'::regclass and a.oid = d.objid
      left join pg_index i on d.classid = 'pg_class'::regclass and i.indexrelid = d.objid
      join pg_class t on t.oid in (k.conrelid, a.adrelid, i.indrelid)
     where (has_any_column_privilege('authenticated', t.oid, 'insert') or has_any_column_privilege('authenticated', t.oid, 'update'))
       and not has_function_privilege('authenticated', p.oid, 'execute')`,
    careless: `revoke execute on function private.rate_of_districts from authenticated`,
  },
  'a function for the server alone that accounts may call, or the other way round': {
    find: `    select distinct p.proname::text as offender from pg_proc p
     where pronamespace = 'public'::regnamespace
       and has_function_privilege('authenticated', p.oid, 'execute') = (proname in ('${serverFunctions.join("', '")}'))`,
    careless: `grant execute on function public.settle_refund to authenticated`,
  },
  'a privilege that no policy answers': {
    find: `    select c.relname || ' ' || verb as offender from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as verb
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and (has_table_privilege('authenticated', c.oid, verb)
         or verb <> 'DELETE' and has_any_column_privilege('authenticated', c.oid, verb))
       and not exists (select from pg_policies p
         where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE' and p.cmd in (verb, 'ALL') and 'authenticated' = any (p.roles))`,
    careless: `grant insert on public.audit_logs to authenticated`,
  },
  'a privilege beyond reading and writing rows, or on a table of the schema private': {
    find: `    select c.oid::regclass || ' ' || verb as offender
      from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as verb
     where relkind in ('r', 'p') and has_table_privilege('authenticated', c.oid, verb)
       and (relnamespace = 'private'::regnamespace
         or relnamespace = 'public'::regnamespace and verb in ('TRUNCATE', 'REFERENCES', 'TRIGGER'))`,
    careless: `grant truncate on public.jobs to authenticated`,
  },
  'a security definer function that the API offers': {
    find: `    select oid::regprocedure::text as offender from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef
       and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`,
    careless: `create function public.careless() returns int language sql security definer set search_path = '' as 'select 1'`,
  },
  'an extension in the schema public': {
    find: `    select extname::text as offender from pg_extension where extnamespace = 'public'::regnamespace`,
    careless: `create extension citext schema public`,
  },
  'a bucket that can be listed by everybody': {
    find: `    select b.id as offender from storage.buckets b, pg_policies p
     where b.public and p.schemaname = 'storage' and p.cmd in ('SELECT', 'ALL') and p.qual like '%' || b.id || '%'`,
    careless: `create policy careless on storage.objects for select to anon using (bucket_id = 'avatars')`,
  },
  'a bucket that takes files of any size or kind': {
    // Files of tasks may have any type.
    find: `    select id as offender from storage.buckets
     where file_size_limit is null or allowed_mime_types is null and id <> 'task-images'`,
    careless: `insert into storage.buckets (id, name, public) values ('careless', 'careless', false)`,
  },
  'a bucket whose files people name as they like': {
    find: `    select bucket as offender from private.file_rules where command = 'insert' and rule !~ 'name ~'`,
    careless: `update private.file_rules set rule = 'true' where command = 'insert'`,
  },
  'a privilege of visitors on a whole table, beyond the metadata of the site': {
    find: `    select table_name || ' ' || privilege_type as offender from information_schema.role_table_grants
     where grantee in ('anon', 'PUBLIC') and table_schema in ('public', 'private')
       and (table_name, privilege_type) <> ('website_metadata_settings', 'SELECT')`,
    careless: `grant insert on public.company_settings to anon`,
  },
  'a table whose inserts do not ask for the right first': {
    find: `    select c.relname::text as offender from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_any_column_privilege('authenticated', c.oid, 'insert') and c.relname not in ('contacts', 'user_roles')
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('private.ask_first')
                         and t.tgtype & 7 = 6 and t.tgnargs > 0
                         -- Triggers of one kind fire by their names: none may speak before it.
                         and t.tgname = (select min(o.tgname) from pg_trigger o where o.tgrelid = c.oid and o.tgtype & 7 = 6))`,
    careless: `drop trigger ask_first on public.shifts`,
  },
  'a column that visitors may read': {
    find: `    select attrelid::regclass::text || '.' || attname as offender from pg_attribute join pg_class c on c.oid = attrelid
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
       and attnum > 0 and not attisdropped and has_column_privilege('anon', attrelid, attnum, 'select')
       and attrelid::regclass::text || '.' || attname not in ('${readByVisitors.join("', '")}')`,
    careless: `grant select (created_at) on public.contacts to anon`,
  },
  'a column that accounts may read though it is kept from them, or the other way round': {
    find: `    select c.relname || '.' || attname as offender from pg_attribute join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                     and has_column_privilege('authenticated', c.oid, a.attnum, 'select'))
       and has_column_privilege('authenticated', attrelid, attnum, 'select')
         = (c.relname || '.' || attname in ('${keptFromAccounts.join("', '")}'))`,
    careless: `grant select on public.bookings to authenticated`,
  },
  'a day of UTC where the day of the company is meant': {
    find: `    select proname::text as offender from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~* '\\mcurrent_date\\M'
    union all
    select adrelid::regclass::text from pg_attrdef where pg_get_expr(adbin, adrelid) ~* '\\mcurrent_date\\M'`,
    careless: `create table public.careless (id int primary key, seen_on date default current_date)`,
  },
  'a table name that the API keeps for itself': {
    find: `    select relname::text as offender from pg_class
     where relnamespace = 'public'::regnamespace
       and relname in ('users', 'sessions', 'identities', 'buckets', 'objects')`,
    careless: `create table public.users (id int primary key)`,
  },
}

export async function offenders(engine: Queryable, sql: string): Promise<string[]> {
  const { rows } = await engine.query<{ offender: string }>(sql)
  return rows.map(({ offender }) => offender).sort()
}

/** Every table that the API exposes. */
export async function publicTables(engine: Queryable): Promise<string[]> {
  return offenders(
    engine,
    `select 'public.' || relname as offender from pg_class
      where relkind in ('r', 'p', 'v', 'm') and relnamespace = 'public'::regnamespace`,
  )
}
