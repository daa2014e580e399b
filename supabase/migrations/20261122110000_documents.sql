-- Documents: what quotation, order, job, delivery note, invoice, credit note, payment and statement share. Amounts,
-- numbers, statuses, events, signatures and internal notes. TypeScript has the same rules in src/documents.

-- ------------------------------------------------------------------------------------------------ company settings

alter table public.company_settings
  add column time_zone            text not null default 'UTC',
  add column iban                 text,
  add column bic                  text,
  add column bank_name            text,
  add column quotation_valid_days integer not null default 30,
  add column payment_terms_days   integer not null default 30,
  add column deposit_percent      numeric(5, 2) not null default 50,
  add column quotation_terms      text,
  add constraint company_settings_iban_is_one check (iban is null or private.is_iban(iban)),
  add constraint company_settings_bank_length check (char_length(bank_name) <= 200 and bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  add constraint company_settings_terms_range check (
    quotation_valid_days between 1 and 3650 and payment_terms_days between 0 and 365 and deposit_percent between 0 and 100),
  add constraint company_settings_quotation_terms_length check (char_length(quotation_terms) <= 20000);
comment on column public.company_settings.time_zone is 'IANA name. It decides which day is today and in which year a number is drawn.';
comment on column public.company_settings.iban is 'The account that clients pay to: it stands on quotations and invoices.';
comment on column public.company_settings.deposit_percent is 'Deposit of a new quotation, in percent of its gross; 0 asks for none.';
comment on column public.company_settings.quotation_terms is 'Terms that a new quotation starts with.';

create function private.refuse_unknown_time_zone() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise invalid_parameter_value using message = format('There is no time zone called %s', new.time_zone);
  end if;
  return new;
end $$;
create trigger refuse_unknown_time_zone before update of time_zone on public.company_settings
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.refuse_unknown_time_zone();

create function private.company_today() returns date
  language sql stable security definer set search_path = ''
as $$
  select (now() at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date
$$;
comment on function private.company_today is 'The date where the company is.';

-- ---------------------------------------------------------------------------------------------------------- helpers

create function private.refuse(p_code text, p_message text, p_detail text default '') returns void
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_detail;
end $$;
comment on function private.refuse is
  'Refuses a request in words. PT404: not there; PT409: not in this state or changed meanwhile; 22023: a wrong value; 42501: no right.';

create function private.is_server() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select auth.uid() is null and coalesce(nullif(auth.role(), ''), 'service_role') = 'service_role'
$$;
comment on function private.is_server is 'True for the service key and for the owner of the database: no person asks.';

create function private.must(p_page text, p_action text, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can(p_page, p_action)) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
end $$;
comment on function private.must is 'Refuses a caller without that right on that page: "You may not send quotations".';

create procedure private.offer(p_function regprocedure, p_to text[] default '{authenticated,service_role}')
  language plpgsql set search_path = ''
as $$
declare
  v_name text;
  v_arguments text;
  v_identity text;
  v_result text;
  v_values text;
  v_volatility text;
  v_comment text;
begin
  select p.proname, pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid),
         pg_get_function_result(p.oid), (select string_agg('$' || n, ', ' order by n) from generate_series(1, p.pronargs) as n),
         case p.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end, obj_description(p.oid, 'pg_proc')
    into v_name, v_arguments, v_identity, v_result, v_values, v_volatility, v_comment
    from pg_proc p where p.oid = p_function;
  execute format('create function public.%I(%s) returns %s language sql %s security invoker set search_path = '''' as %L',
    v_name, v_arguments, v_result, v_volatility,
    format('select %s private.%I(%s)', case when v_result like 'TABLE%' or v_result like 'SETOF%' then '* from' else '' end,
      v_name, coalesce(v_values, '')));
  execute format('revoke execute on function private.%I(%s) from public', v_name, v_identity);
  execute format('revoke execute on function public.%I(%s) from public, anon, authenticated', v_name, v_identity);
  execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', v_name, v_identity,
    array_to_string(p_to, ', '));
  if v_comment is not null then
    execute format('comment on function public.%I(%s) is %L', v_name, v_identity, v_comment);
  end if;
end $$;
comment on procedure private.offer is
  'Offers a function of the schema private through the API: an invoker of the same name, arguments and comment in public.';

-- ---------------------------------------------------------------------------------------------------------- amounts

create function private.line_net(p_qty numeric, p_unit_price numeric, p_discount_pct numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_qty * p_unit_price * (100 - coalesce(p_discount_pct, 0)) / 100, 2)
$$;
comment on function private.line_net is
  'Net of a line: quantity × unit price less its discount, rounded toward zero to cents. Agrees with lineNet in src/documents.';

create function private.vat_of(p_net numeric, p_rate numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_net * p_rate / 100, 2)
$$;
comment on function private.vat_of is 'VAT on the sum of the nets of one rate, rounded toward zero to cents.';

create function private.amount_text(p_amount numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select p_amount::numeric(14, 2)::text
$$;
comment on function private.amount_text is 'An amount as text with two decimals: JSON numbers would pass through binary floating point.';

-- ---------------------------------------------------------------------------------------------------------- numbers

create table private.document_sequences (
  prefix      text not null,
  year        integer not null,
  last_number integer not null default 0,
  primary key (prefix, year)
);
alter table private.document_sequences enable row level security;
revoke all on private.document_sequences from anon, authenticated;
comment on table private.document_sequences is 'The last number drawn of each kind of document in each year.';

create function private.draw_number(p_prefix text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_year constant integer := extract(year from private.company_today());
  v_number integer;
begin
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, v_year, 1)
  on conflict (prefix, year) do update set last_number = s.last_number + 1
  returning last_number into v_number;
  return format('%s-%s-%s', p_prefix, v_year, lpad(v_number::text, greatest(4, length(v_number::text)), '0'));
end $$;
comment on function private.draw_number is
  'The next number of that kind in the company''s year: Q-2026-0142. The row stays locked until the transaction ends, so a
failed transaction leaves no gap and two never draw the same. Q quotation, SO order, JOB job, DN delivery note, INV invoice,
CN credit note, RCPT receipt, ST statement.';

create function private.letters(p_number integer) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_number > 26 then private.letters((p_number - 1) / 26) else '' end || chr(65 + (p_number - 1) % 26)
$$;
comment on function private.letters is '1 → A, 26 → Z, 27 → AA: the end of a job number.';

-- --------------------------------------------------------------------------------------------------------- statuses

create table private.document_transitions (
  kind        text not null,
  from_status text not null,
  to_status   text not null,
  through     text,
  page        text not null,
  action      text not null,
  needs       text,
  causes      text,
  primary key (kind, from_status, to_status)
);
alter table private.document_transitions enable row level security;
revoke all on private.document_transitions from anon, authenticated;
comment on table private.document_transitions is 'Which change of status exists, who may make it, what it needs and what it causes.';
comment on column private.document_transitions.through is
  'The function that makes it; null: a person sets the status; "computed": it follows from other records.';
comment on column private.document_transitions.page is 'With action: the right that a member of staff needs for it.';

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('quotation', 'draft', 'sent', 'send_quotation', 'quotations', 'edit', 'at least one line', 'freezes a version and opens the link'),
  ('quotation', 'sent', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'sent', 'approved', 'approve_quotation', 'quotations', 'edit', 'the current version, a name and accepted terms', 'makes the order'),
  ('quotation', 'sent', 'rejected', 'reject_quotation', 'quotations', 'edit', 'a reason', null),
  ('quotation', 'sent', 'change_requested', 'request_quotation_change', 'quotations', 'edit', 'what is to change', null),
  ('quotation', 'sent', 'expired', 'expire_quotations', 'quotations', 'edit', 'the last valid day has passed', null),
  ('quotation', 'approved', 'converted', 'approve_quotation', 'quotations', 'edit', null, null),
  ('quotation', 'change_requested', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'change_requested', 'approved', 'approve_quotation', 'quotations', 'edit', 'the current version, a name and accepted terms', 'makes the order'),
  ('quotation', 'change_requested', 'rejected', 'reject_quotation', 'quotations', 'edit', 'a reason', null),
  ('quotation', 'rejected', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'expired', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'approved', 'sent', 'undo_approval', 'quotations', 'edit', 'no deposit paid and no job started', 'cancels the order'),
  ('quotation', 'converted', 'sent', 'undo_approval', 'quotations', 'edit', 'no deposit paid and no job started', 'cancels the order'),
  ('quotation', 'draft', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'sent', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'approved', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'rejected', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'change_requested', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'expired', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),

  ('job', 'new', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'new', 'approved', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'new', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'artwork', 'new', null, 'jobs', 'edit', null, null),
  ('job', 'artwork', 'awaiting_approval', null, 'jobs', 'edit', null, null),
  ('job', 'artwork', 'approved', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'artwork', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'awaiting_approval', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'awaiting_approval', 'approved', null, 'jobs', 'edit', 'an approved mockup where one is required', null),
  ('job', 'approved', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'approved', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'in_production', 'qc', null, 'jobs', 'edit', null, null),
  ('job', 'in_production', 'approved', null, 'jobs', 'edit', null, null),
  ('job', 'qc', 'in_production', null, 'jobs', 'edit', null, null),
  ('job', 'qc', 'ready', null, 'jobs', 'edit', null, 'the order may become ready'),
  ('job', 'ready', 'qc', null, 'jobs', 'edit', null, null),
  ('job', 'ready', 'in_production', null, 'jobs', 'edit', null, null),
  ('job', 'ready', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'qc', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'in_production', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'approved', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'artwork', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'awaiting_approval', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'new', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'delivered', 'closed', null, 'jobs', 'edit', null, null),
  ('job', 'closed', 'delivered', null, 'jobs', 'edit', null, null),

  ('job_step', 'todo', 'in_progress', null, 'production', 'edit', 'earlier steps done, and an approved mockup where one is required', 'the job is in production'),
  ('job_step', 'in_progress', 'paused', null, 'production', 'edit', null, null),
  ('job_step', 'paused', 'in_progress', null, 'production', 'edit', 'an approved mockup where one is required', null),
  ('job_step', 'in_progress', 'done', null, 'production', 'edit', null, 'the last step brings the job to quality control'),
  ('job_step', 'paused', 'done', null, 'production', 'edit', null, 'the last step brings the job to quality control'),
  ('job_step', 'todo', 'done', null, 'production', 'edit', 'an approved mockup where one is required', 'the last step brings the job to quality control'),
  ('job_step', 'todo', 'skipped', null, 'production', 'edit', null, null),
  ('job_step', 'paused', 'skipped', null, 'production', 'edit', null, null),
  ('job_step', 'skipped', 'todo', null, 'production', 'edit', null, null),
  ('job_step', 'done', 'in_progress', null, 'production', 'edit', null, 'the job is in production again'),
  ('job_step', 'in_progress', 'todo', null, 'production', 'edit', null, null),

  ('mockup', 'draft', 'internal_review', null, 'jobs', 'edit', null, null),
  ('mockup', 'internal_review', 'draft', null, 'jobs', 'edit', null, null),
  ('mockup', 'draft', 'sent', 'send_mockup', 'jobs', 'edit', null, 'earlier versions are superseded'),
  ('mockup', 'internal_review', 'sent', 'send_mockup', 'jobs', 'edit', null, 'earlier versions are superseded'),
  ('mockup', 'sent', 'approved', 'answer_mockup', 'jobs', 'edit', 'a name', 'production is unlocked'),
  ('mockup', 'sent', 'rejected', 'answer_mockup', 'jobs', 'edit', 'a comment', null),
  ('mockup', 'sent', 'revision_requested', 'answer_mockup', 'jobs', 'edit', 'a comment', null),
  ('mockup', 'draft', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'internal_review', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'sent', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'approved', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'rejected', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'revision_requested', 'superseded', 'computed', 'jobs', 'edit', null, null),

  ('delivery', 'planned', 'ready', null, 'deliveries', 'edit', null, null),
  ('delivery', 'planned', 'out', null, 'deliveries', 'edit', null, null),
  ('delivery', 'ready', 'planned', null, 'deliveries', 'edit', null, null),
  ('delivery', 'ready', 'out', null, 'deliveries', 'edit', null, null),
  ('delivery', 'out', 'ready', null, 'deliveries', 'edit', null, null),
  ('delivery', 'planned', 'failed', null, 'deliveries', 'edit', null, null),
  ('delivery', 'ready', 'failed', null, 'deliveries', 'edit', null, null),
  ('delivery', 'out', 'failed', null, 'deliveries', 'edit', null, null),
  ('delivery', 'failed', 'planned', null, 'deliveries', 'edit', null, null),
  ('delivery', 'planned', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'ready', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'failed', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'planned', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'ready', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'out', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'planned', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'ready', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'out', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'partially_delivered', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'the rest was handed over', 'it can be invoiced'),
  ('partial_delivery', 'planned', 'out', null, 'deliveries', 'edit', null, null),
  ('partial_delivery', 'out', 'planned', null, 'deliveries', 'edit', null, null),
  ('partial_delivery', 'planned', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('partial_delivery', 'out', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),

  ('invoice', 'draft', 'issued', 'issue_invoice', 'invoices', 'edit', 'at least one line', 'draws the number and freezes the paper'),
  ('invoice', 'draft', 'void', 'void_invoice', 'invoices', 'edit', null, 'its quantities can be invoiced again'),
  ('credit_note', 'draft', 'issued', 'issue_credit_note', 'invoices', 'edit', 'at least one line', 'draws the number and lowers the balance'),
  ('credit_note', 'draft', 'void', 'void_credit_note', 'invoices', 'edit', null, null),

  ('payment', 'pending', 'succeeded', 'settle_payment_request', 'payments', 'edit', null, 'the money is allocated'),
  ('payment', 'pending', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment', 'pending', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment', 'succeeded', 'part_refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null),
  ('payment', 'succeeded', 'refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null),
  ('payment', 'part_refunded', 'refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null),

  ('payment_request', 'open', 'processing', 'start_payment', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'open', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'paid', 'settle_payment_request', 'payments', 'edit', null, 'the payment is recorded'),
  ('payment_request', 'processing', 'paid', 'settle_payment_request', 'payments', 'edit', null, 'the payment is recorded'),
  ('payment_request', 'processing', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'failed', 'paid', 'settle_payment_request', 'payments', 'edit', 'a late success', 'the payment is recorded'),
  ('payment_request', 'open', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'expired', 'computed', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'expired', 'computed', 'payments', 'edit', null, null),

  ('supplier_invoice', 'received', 'approved', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'received', 'disputed', null, 'supplier-invoices', 'edit', 'a reason', null),
  ('supplier_invoice', 'approved', 'disputed', null, 'supplier-invoices', 'edit', 'a reason', null),
  ('supplier_invoice', 'disputed', 'received', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'approved', 'scheduled', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'scheduled', 'approved', null, 'supplier-invoices', 'edit', null, null),
  ('supplier_invoice', 'approved', 'part_paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'scheduled', 'part_paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'approved', 'paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'scheduled', 'paid', 'computed', 'payments', 'create', null, null),
  ('supplier_invoice', 'part_paid', 'paid', 'computed', 'payments', 'create', null, null);

-- A job on hold keeps where it was, and goes back there.
insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes)
select 'job', status, 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null
  from unnest(array['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready']) as status
union all
select 'job', 'on_hold', status, 'release_job', 'jobs', 'edit', null, 'it goes on where it was'
  from unnest(array['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready']) as status
union all
select 'job', status, 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason', null
  from unnest(array['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold']) as status
union all
-- What an order is follows from its deposit, jobs, deliveries and invoices; people hold, release and cancel it.
select 'order', one, other, 'computed', 'orders', 'view', null, null
  from unnest(array['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered', 'delivered', 'completed']) as one,
       unnest(array['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered', 'delivered', 'completed']) as other
 where one <> other
union all
select 'order', status, 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null
  from unnest(array['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered']) as status
union all
select 'order', 'on_hold', status, 'release_order', 'orders', 'edit', null, null
  from unnest(array['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered', 'delivered', 'completed']) as status
union all
select 'order', status, 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'
  from unnest(array['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'on_hold']) as status
union all
-- What is paid and credited of an issued paper follows from payments and credit notes.
select 'invoice', one, other, 'computed', 'invoices', 'view', null, null
  from unnest(array['issued', 'partly_paid', 'paid', 'credited']) as one, unnest(array['issued', 'partly_paid', 'paid', 'credited']) as other
 where one <> other
union all
select 'credit_note', one, other, 'computed', 'invoices', 'view', null, null
  from unnest(array['issued', 'part_allocated', 'allocated']) as one, unnest(array['issued', 'part_allocated', 'allocated']) as other
 where one <> other;

create function private.status_in_words(p_status text) returns text
  language sql immutable set search_path = ''
as $$
  select upper(left(p_status, 1)) || replace(substr(p_status, 2), '_', ' ')
$$;

create function private.check_transition() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := tg_argv[0];
  v_through text;
begin
  if old.status = new.status then
    return new;
  end if;
  select t.through into v_through from private.document_transitions t
   where t.kind = v_kind and t.from_status = old.status and t.to_status = new.status;
  if not found and coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    raise exception using errcode = 'PT409', message = format('%s %s cannot go from %s to %s',
      case when v_kind ~ '^[aeiou]' then 'An' else 'A' end, replace(v_kind, '_', ' '),
      private.status_in_words(old.status), private.status_in_words(new.status));
  elsif tg_argv[1] = 'by hand' and v_through is not null then
    raise insufficient_privilege using message = format('The status of %s %s is not set by hand to %s',
      case when v_kind ~ '^[aeiou]' then 'an' else 'a' end, replace(v_kind, '_', ' '), private.status_in_words(new.status));
  end if;
  return new;
end $$;
comment on function private.check_transition is
  'Arguments: kind of document, and "by hand" on the trigger that watches people. A change of status that is not in
private.document_transitions is refused in words.';

create procedure private.follow_transitions(p_table regclass, p_kind text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger check_transition before update of status on %s for each row
    execute function private.check_transition(%L)', p_table, p_kind);
  execute format('create trigger check_transition_by_hand before update of status on %s for each row
    when (current_user in (''anon'', ''authenticated'')) execute function private.check_transition(%L, ''by hand'')', p_table, p_kind);
end $$;
comment on procedure private.follow_transitions is 'Attaches check_transition to a table.';

create function private.document_transitions(p_kind text default null)
returns table (kind text, from_status text, to_status text, through text, page text, action text, needs text, causes text)
  language sql stable security definer set search_path = ''
as $$
  select t.kind, t.from_status, t.to_status, t.through, t.page, t.action, t.needs, t.causes
    from private.document_transitions t
   where (p_kind is null or t.kind = p_kind) and (private.is_staff() or private.is_server())
   order by t.kind, t.from_status, t.to_status
$$;
comment on function private.document_transitions is
  'The changes of status that exist, for buttons: through is the function to call, null where the status itself is updated.';
call private.offer('private.document_transitions(text)');

-- ----------------------------------------------------------------------------------------------------------- events

create function private.page_of_kind(p_kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'quotation' then 'quotations' when 'order' then 'orders'
    when 'job' then 'jobs' when 'job_step' then 'jobs' when 'mockup' then 'jobs'
    when 'delivery' then 'deliveries' when 'partial_delivery' then 'deliveries'
    when 'invoice' then 'invoices' when 'credit_note' then 'invoices'
    when 'payment' then 'payments' when 'payment_request' then 'payments'
    when 'statement' then 'statements' when 'supplier_invoice' then 'supplier-invoices' end
$$;
comment on function private.page_of_kind is 'The page whose rights decide about a kind of document.';

create function private.my_document_kinds(p_action text default 'view') returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(kind), '{}')
    from unnest(array['quotation', 'order', 'job', 'job_step', 'mockup', 'delivery', 'partial_delivery', 'invoice', 'credit_note',
      'payment', 'payment_request', 'statement', 'supplier_invoice']) as kind
   where private.can(private.page_of_kind(kind), p_action)
$$;
comment on function private.my_document_kinds is 'The kinds of documents that the caller may view, create, edit or delete.';

create table public.document_events (
  id         bigint generated always as identity primary key,
  kind       text not null,
  record_id  uuid not null,
  type       text not null,
  actor_id   uuid,
  actor_name text,
  meta       jsonb not null default '{}',
  at         timestamptz not null default clock_timestamp(),
  constraint document_events_kind_is_known check (private.page_of_kind(kind) is not null),
  constraint document_events_type_is_a_word check (type ~ '^[a-z][a-z_]{1,40}$'),
  constraint document_events_actor_name_length check (char_length(actor_name) <= 200),
  constraint document_events_meta_is_an_object check (jsonb_typeof(meta) = 'object' and octet_length(meta::text) <= 20000)
);
create index document_events_record_idx on public.document_events (kind, record_id, id desc);
create index document_events_at_idx on public.document_events (at desc, id desc);
create unique index document_events_one_view_a_visit_idx on public.document_events (kind, record_id, (meta ->> 'visit'))
  where type = 'viewed';
comment on table public.document_events is 'The story of every document: what happened, who did it and when. Written by functions; it only grows.';
comment on column public.document_events.actor_id is 'Null: a client by the link, or the system. No foreign key: the story outlives people.';
comment on column public.document_events.meta is 'What belongs to the event: version, reason, amount as text, number of another document.';

call private.borrow_rules('public.document_events', '');
grant select on public.document_events to authenticated;
create policy "staff read the events of documents that they may view" on public.document_events
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));
create trigger append_only before update or delete on public.document_events
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.document_events
  for each statement execute function private.refuse_change();

create function private.nudge_document_events() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page text;
  v_id text;
begin
  for v_page, v_id in
    select private.page_of_kind(kind), case when count(distinct record_id) = 1 then min(record_id::text) end
      from changed group by 1
  loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_document_events is 'The id of the nudge is that of the document, not of the event.';
call private.after_each_statement('public.document_events', 'nudge_page', 'private.nudge_document_events()', '{insert}');

create function private.log_event(
  p_kind text, p_record_id uuid, p_type text, p_meta jsonb default '{}', p_actor_name text default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  values (p_kind, p_record_id, p_type, auth.uid(), coalesce(p_actor_name, private.person_label(auth.uid())),
          jsonb_strip_nulls(p_meta))
$$;
comment on function private.log_event is 'Adds to the story of a document.';

create function private.log_view(p_kind text, p_record_id uuid, p_visit text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_visit constant text := left(coalesce(nullif(btrim(p_visit), ''),
    to_char(date_trunc('hour', now()), 'YYYYMMDDHH24') || ' ' || coalesce(host(private.client_address()), '')), 100);
begin
  if private.is_staff() then
    return false;
  end if;
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  values (p_kind, p_record_id, 'viewed', auth.uid(), private.person_label(auth.uid()), jsonb_build_object('visit', v_visit))
  on conflict (kind, record_id, (meta ->> 'visit')) where type = 'viewed' do nothing;
  return found;
end $$;
comment on function private.log_view is
  'A client opened a document: one event a visit, or one an hour and address where the page names no visit. Staff leave none.
True when the event is new.';

-- ------------------------------------------------------------------------------------------- notes and signatures

create table public.internal_notes (
  kind        text not null,
  record_id   uuid not null,
  body        text not null,
  updated_by  uuid default auth.uid() references auth.users (id) on delete set null,
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  primary key (kind, record_id),
  constraint internal_notes_kind_is_known check (private.page_of_kind(kind) is not null),
  constraint internal_notes_body_length check (char_length(body) <= 10000)
);
create index internal_notes_updated_by_idx on public.internal_notes (updated_by);
comment on table public.internal_notes is 'What staff write inside about a document. A table of its own: clients read documents, never this.';

call private.borrow_rules('public.internal_notes', '', '{kind,record_id,updated_by,updated_at}');
grant select, insert, update, delete on public.internal_notes to authenticated;
create policy "staff read notes of documents that they may view" on public.internal_notes
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));
create policy "staff write notes of documents that they may change" on public.internal_notes
  for insert to authenticated
  with check (updated_by = (select auth.uid()) and kind = any ((select private.my_document_kinds('edit'))::text[]));
create policy "staff change notes of documents that they may change" on public.internal_notes
  for update to authenticated
  using (kind = any ((select private.my_document_kinds('edit'))::text[]))
  with check (kind = any ((select private.my_document_kinds('edit'))::text[]));
create policy "staff remove notes of documents that they may change" on public.internal_notes
  for delete to authenticated using (kind = any ((select private.my_document_kinds('edit'))::text[]));

create function private.stamp_updated_by() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_updated_by before insert or update on public.internal_notes
  for each row execute function private.stamp_updated_by();

create function private.nudge_internal_notes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page text;
begin
  for v_page in select distinct private.page_of_kind(kind) from changed loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;
call private.after_each_statement('public.internal_notes', 'nudge_page', 'private.nudge_internal_notes()');

create table public.document_signatures (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null,
  record_id   uuid not null,
  version     integer,
  signed_name text not null,
  image       text,
  address     inet,
  signed_at   timestamptz not null default now(),
  constraint document_signatures_kind_is_known check (private.page_of_kind(kind) is not null),
  constraint document_signatures_name_length check (char_length(btrim(signed_name)) between 1 and 200 and char_length(signed_name) <= 250),
  constraint document_signatures_image_is_a_png
    check (char_length(image) <= 300000 and image ~ '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$')
);
create index document_signatures_record_idx on public.document_signatures (kind, record_id, signed_at desc);
comment on table public.document_signatures is 'Who signed a document, when and from where. Written by functions; never changed.';
comment on column public.document_signatures.image is 'A drawn signature as data:image/png;base64; null where the name was typed.';

call private.borrow_rules('public.document_signatures', '');
grant select on public.document_signatures to authenticated;
create policy "staff read signatures of documents that they may view" on public.document_signatures
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));
create trigger append_only before update or delete on public.document_signatures
  for each row execute function private.refuse_change();

create function private.sign_document(p_kind text, p_record_id uuid, p_version integer, p_name text, p_image text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter your name');
  elsif char_length(p_name) > 200 then
    perform private.refuse('22023', 'The name may have 200 characters at most');
  elsif p_image is not null and (char_length(p_image) > 300000 or p_image !~ '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$') then
    perform private.refuse('22023', 'The signature is not a picture that can be kept. Please sign again.');
  end if;
  insert into public.document_signatures (kind, record_id, version, signed_name, image, address)
  values (p_kind, p_record_id, p_version, btrim(p_name), p_image, private.client_address());
end $$;

-- ---------------------------------------------------------------------------------------------------------- notices

create function private.tell_staff(
  p_people uuid[], p_role public.app_role, p_title text, p_message text, p_quotation_id uuid, p_data jsonb default '{}') returns void
  language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, quotation_id, data)
  select told.id, 'logistics_update', left(p_title, 1000), left(p_message, 5000), p_quotation_id, p_data
    from (
      select distinct ur.user_id as id from public.user_roles ur
       where ur.user_id = any (p_people) and ur.role not in ('client', 'pending')
      union
      select ur.user_id from public.user_roles ur where ur.role = p_role
    ) as told
   where told.id is distinct from auth.uid()
$$;
comment on function private.tell_staff is
  'A notice to these people and to everybody of the role (null: nobody more), but not to who caused it.';

create function private.cancel_mails(p_kind text, p_record_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  return;
end $$;
comment on function private.cancel_mails is
  'Called in the transaction of every answer and payment: cancels the queued reminders of a document. Mail replaces its body
when it has a queue.';

create function private.nudge_lines() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_uuid text;
  v_id text;
begin
  for v_uuid, v_id in execute format(
    'select p.public_uuid::text, case when count(distinct t.id) = 1 then min(t.id::text) end
       from (%s) as t join public.%I as p on p.id = t.%I group by 1', v_touched, tg_argv[0], tg_argv[1])
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_lines is
  'Arguments: table of the document, column that points at it. A changed line nudges doc:<public_uuid> of its document.';

revoke execute on all routines in schema private from public;
grant execute on function private.uuid_or_null to anon, authenticated;
grant execute on function private.my_document_kinds, private.page_of_kind to authenticated;
