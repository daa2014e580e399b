-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.bank_entries (
  id uuid not null default gen_random_uuid(),
  import_id uuid not null,
  "position" integer not null,
  entry_key text not null,
  account_iban text,
  booked_on date not null,
  value_on date,
  direction text not null,
  amount numeric(14,2) not null,
  currency text not null default 'EUR'::text,
  party_name text,
  party_iban text,
  remittance text,
  end_to_end text,
  bank_reference text,
  status text not null default 'open'::text,
  payment_id uuid,
  has_recorded boolean not null default false,
  ignore_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  payment_run_id uuid,
  return_info text,
  search_text text not null generated always as (private.folded((((((((((COALESCE(party_name, ''::text) || ' '::text) || COALESCE(remittance, ''::text)) || ' '::text) || COALESCE(end_to_end, ''::text)) || ' '::text) || COALESCE(bank_reference, ''::text)) || ' '::text) || COALESCE(party_iban, ''::text)) || ' '::text) || amount::text)) stored,
  constraint bank_entries_pkey PRIMARY KEY (id),
  constraint bank_entries_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint bank_entries_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.bank_imports(id) ON DELETE RESTRICT,
  constraint bank_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE RESTRICT,
  constraint bank_entries_payment_run_id_fkey FOREIGN KEY (payment_run_id) REFERENCES public.payment_runs(id) ON DELETE RESTRICT,
  constraint bank_entries_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint bank_entries_amount_is_positive CHECK (amount > 0::numeric),
  constraint bank_entries_booked_on_is_in_reach CHECK (booked_on >= '1900-01-01'::date AND booked_on < '10000-01-01'::date),
  constraint bank_entries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bank_entries_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint bank_entries_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bank_entries_direction_is_known CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint bank_entries_payment_comes_with_confirmation CHECK (
CASE direction
    WHEN 'in'::text THEN (status = 'confirmed'::text) = (payment_id IS NOT NULL)
    ELSE payment_id IS NULL
END),
  constraint bank_entries_reason_comes_with_ignoring CHECK ((status = 'ignored'::text) = (ignore_reason IS NOT NULL)),
  constraint bank_entries_return_info_length CHECK (char_length(return_info) <= 200),
  constraint bank_entries_run_is_paid_by_money_out CHECK (payment_run_id IS NULL OR direction = 'out'::text AND status = 'confirmed'::text),
  constraint bank_entries_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'confirmed'::text, 'ignored'::text])),
  constraint bank_entries_texts_length CHECK (char_length(account_iban) <= 34 AND char_length(party_name) <= 200 AND char_length(party_iban) <= 34 AND char_length(remittance) <= 1000 AND char_length(end_to_end) <= 200 AND char_length(bank_reference) <= 200 AND char_length(ignore_reason) <= 500 AND char_length(entry_key) = 64),
  constraint bank_entries_value_on_is_in_reach CHECK (value_on >= '1900-01-01'::date AND value_on < '10000-01-01'::date)
);
alter table public.bank_entries enable row level security;
CREATE INDEX bank_entries_amount_idx ON public.bank_entries USING btree (amount, booked_on);
CREATE INDEX bank_entries_booked_on_idx ON public.bank_entries USING btree (booked_on DESC, id DESC);
CREATE INDEX bank_entries_by_amount_idx ON public.bank_entries USING btree (status, amount DESC, id DESC);
CREATE INDEX bank_entries_decided_by_idx ON public.bank_entries USING btree (decided_by);
CREATE INDEX bank_entries_import_id_idx ON public.bank_entries USING btree (import_id, "position");
CREATE UNIQUE INDEX bank_entries_once_idx ON public.bank_entries USING btree (entry_key);
CREATE UNIQUE INDEX bank_entries_one_payment_idx ON public.bank_entries USING btree (payment_id);
CREATE INDEX bank_entries_party_iban_idx ON public.bank_entries USING btree (party_iban) WHERE payment_id IS NOT NULL;
CREATE INDEX bank_entries_payment_run_id_idx ON public.bank_entries USING btree (payment_run_id);
CREATE INDEX bank_entries_search_text_idx ON public.bank_entries USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX bank_entries_waiting_idx ON public.bank_entries USING btree (booked_on, id) WHERE status = 'open'::text;
grant select on public.bank_entries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bank_entries to service_role;
create policy "staff read entries of bank statements" on public.bank_entries for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER DELETE OR UPDATE ON public.bank_entries FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.bank_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.bank_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.bank_entries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.bank_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.bank_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.bank_entries is 'Entries of bank statements. What they say never changes; what was decided about them does, through functions.';
comment on column public.bank_entries.entry_key is 'SHA-256 of account, day, amount and the bank''s own reference (without one: payer and text) and the how-maniest alike of that
file it is. An entry that two files bring is one.';
comment on column public.bank_entries.has_recorded is 'Its confirmation recorded the payment; otherwise the payment had been recorded by hand.';
comment on column public.bank_entries.payment_run_id is 'The payment run that this debit paid, all of it or one payment of it.';
comment on column public.bank_entries.return_info is 'What the bank says of a payment that came back; null: it does not say that this is one.';
comment on column public.bank_entries.search_text is 'What a search looks through: name, texts, reference, account and amount, folded.';

create table public.bank_imports (
  id uuid not null default gen_random_uuid(),
  file_name text not null,
  format text not null,
  content_hash text not null,
  account_iban text,
  currency text not null default 'EUR'::text,
  first_day date not null,
  last_day date not null,
  opening numeric(14,2),
  closing numeric(14,2),
  entries integer not null,
  known integer not null default 0,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint bank_imports_pkey PRIMARY KEY (id),
  constraint bank_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint bank_imports_closing_is_a_number CHECK (closing <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint bank_imports_counts_fit CHECK (entries > 0 AND known >= 0),
  constraint bank_imports_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bank_imports_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint bank_imports_days_are_in_order CHECK (last_day >= first_day),
  constraint bank_imports_first_day_is_in_reach CHECK (first_day >= '1900-01-01'::date AND first_day < '10000-01-01'::date),
  constraint bank_imports_format_is_known CHECK (format = ANY (ARRAY['camt'::text, 'csv'::text])),
  constraint bank_imports_last_day_is_in_reach CHECK (last_day >= '1900-01-01'::date AND last_day < '10000-01-01'::date),
  constraint bank_imports_opening_is_a_number CHECK (opening <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint bank_imports_texts_length CHECK (char_length(btrim(file_name)) >= 1 AND char_length(btrim(file_name)) <= 300 AND char_length(file_name) <= 300 AND char_length(account_iban) <= 34 AND char_length(content_hash) = 64)
);
alter table public.bank_imports enable row level security;
CREATE UNIQUE INDEX bank_imports_content_once_idx ON public.bank_imports USING btree (content_hash);
CREATE INDEX bank_imports_created_at_idx ON public.bank_imports USING btree (created_at DESC, id DESC);
CREATE INDEX bank_imports_created_by_idx ON public.bank_imports USING btree (created_by);
grant select on public.bank_imports to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bank_imports to service_role;
create policy "staff read bank statements" on public.bank_imports for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.bank_imports FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.bank_imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.bank_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.bank_imports REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.bank_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.bank_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.bank_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.bank_imports is 'Bank statements that were imported. The same content is imported once.';
comment on column public.bank_imports.content_hash is 'SHA-256 of the entries as they were read, computed here.';
comment on column public.bank_imports.known is 'Entries of the file that an earlier file had brought: they were left out.';

CREATE OR REPLACE FUNCTION private.bank_clients(p_entry public.bank_entries)
 RETURNS TABLE(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with words as (
    select distinct m[1] || '-' || m[2] || '-' || m[3] as number
      from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
        '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), guesses as (
    select o.contact_id
      from (select v.contact_id, bool_or(v.balance = p_entry.amount) as amount_fits from public.invoices v
             where v.status in ('issued', 'partly_paid') and v.balance > 0 and not exists (select from evidence) group by v.contact_id) as o
      join public.contacts c on c.id = o.contact_id
     where o.amount_fits
        or extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.deposit_amount - o.deposit_paid = p_entry.amount
       and not exists (select from evidence)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id
$function$;
comment on function private.bank_clients(p_entry public.bank_entries) is 'Whose an entry may be, and why: our papers that its text names, the account it came from (of the client, or one that paid for
the client before), and only without these: a name that is alike, or an open invoice over the same amount.';

CREATE OR REPLACE FUNCTION private.bank_matches(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_client record;
  v_open jsonb;
  v_named jsonb;
  v_same jsonb;
  v_parts jsonb;
  v_left numeric;
  v_part numeric;
  v_one jsonb;
  v_settled jsonb;
  v_order public.orders;
  v_named_order boolean;
  v_due numeric;
  v_payment public.payments;
  v_reasons text[];
  v_fits boolean;
  v_sure boolean;
  v_score integer;
  v_is_known boolean;
  v_paid text;
  v_certain integer;
  v_matches jsonb := '[]';
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  for v_client in
    select c.*, count(*) filter (where c.named <> '{}' or c.is_account or c.paid_before) over () as certain from private.bank_clients(p_entry) as c
  loop
    v_certain := v_client.certain;
    v_is_known := v_client.named <> '{}' or v_client.is_account or v_client.paid_before;
    v_reasons := '{}';
    v_order := null;
    v_due := 0;
    v_fits := false;
    select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'balance', private.amount_text(v.balance))
             order by v.due_date, v.issue_date, v.invoice_number), '[]') into v_open
      from public.invoices v where v.contact_id = v_client.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
    select coalesce(jsonb_agg(one order by place), '[]') into v_named
      from jsonb_array_elements(v_open) with ordinality as listed (one, place) where one ->> 'number' = any (v_client.named);
    select coalesce(jsonb_agg(one order by place), '[]') into v_same
      from jsonb_array_elements(v_open) with ordinality as listed (one, place) where (one ->> 'balance')::numeric = p_entry.amount;
    select string_agg(v.invoice_number, ', ' order by v.invoice_number) into v_paid
      from public.invoices v where v.invoice_number = any (v_client.named) and v.contact_id = v_client.contact_id and v.balance = 0;
    select * into v_order from public.orders o
     where (o.order_number = any (v_client.named)
         or exists (select from public.quotations q where q.id = o.quotation_id and q.quotation_number = any (v_client.named)))
       and o.contact_id = v_client.contact_id and o.deposit_amount > o.deposit_paid
       and o.status <> 'cancelled' order by o.order_number limit 1;
    v_named_order := v_order.id is not null;
    -- No paper is named and no invoice has this amount: an open deposit over exactly it is the plainest reading.
    if v_order.id is null and v_named = '[]' and v_same = '[]' then
      select * into v_order from public.orders o
       where o.contact_id = v_client.contact_id and o.status <> 'cancelled' and o.deposit_amount - o.deposit_paid = p_entry.amount
         and 1 = (select count(*) from public.orders s where s.contact_id = v_client.contact_id and s.status <> 'cancelled'
           and s.deposit_amount - s.deposit_paid = p_entry.amount) limit 1;
    end if;
    if v_order.id is not null then
      v_due := v_order.deposit_amount - v_order.deposit_paid;
    end if;

    -- What the money settles, the plainest reading first.
    if v_named <> '[]' then
      v_settled := v_named;
      v_fits := p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_named) as one);
    elsif v_order.id is not null then
      v_settled := '[]';
      v_fits := p_entry.amount = v_due;
    elsif v_same <> '[]' then
      v_settled := jsonb_build_array(v_same -> 0);
      v_fits := jsonb_array_length(v_same) = 1;
    else
      v_settled := v_open;
      v_fits := v_open <> '[]' and p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_open) as one);
    end if;
    v_parts := '[]';
    v_left := p_entry.amount - case when v_order.id is not null and v_named = '[]' then p_entry.amount else 0 end;
    for v_one in select one from jsonb_array_elements(v_settled) as one
    loop
      exit when v_left <= 0;
      v_part := least(v_left, (v_one ->> 'balance')::numeric);
      v_parts := v_parts || jsonb_build_array(v_one || jsonb_build_object('amount', private.amount_text(v_part)));
      v_left := v_left - v_part;
    end loop;

    if v_named <> '[]' then
      v_reasons := v_reasons || format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(v_named) as one));
    end if;
    if v_order.id is not null and v_named = '[]' then
      v_reasons := v_reasons || format(case when v_order.order_number = any (v_client.named) then 'The text names %s, whose deposit is open.'
        when v_named_order then 'The text names the quotation of %s, whose deposit is open.'
        else 'The deposit of %s is open.' end, v_order.order_number);
    end if;
    if exists (select from unnest(v_client.named) as n where n like 'ST-%') then
      v_reasons := v_reasons || format('The text names statement %s.', (select string_agg(n, ', ') from unnest(v_client.named) as n where n like 'ST-%'));
    end if;
    if v_paid is not null then
      v_reasons := v_reasons || format('The text names %s, where nothing is open any more.', v_paid);
    end if;
    if v_client.is_account then
      v_reasons := v_reasons || 'It came from the bank account of this client.'::text;
    elsif v_client.paid_before then
      v_reasons := v_reasons || 'This account paid for this client before.'::text;
    end if;
    if v_client.is_alike then
      v_reasons := v_reasons || format('The payer is called %s.', p_entry.party_name);
    end if;
    if v_fits and v_parts <> '[]' then
      v_reasons := v_reasons || case when jsonb_array_length(v_parts) = 1 then format('The amount is what is open of %s.', v_parts -> 0 ->> 'number')
        else 'The amount is what is open of them together.' end;
    elsif v_fits then
      v_reasons := v_reasons || 'The amount is the deposit.'::text;
    elsif jsonb_array_length(v_same) > 1 and v_named = '[]' then
      v_reasons := v_reasons || format('%s open invoices have this amount.', jsonb_array_length(v_same));
    elsif v_left > 0 then
      v_reasons := v_reasons || format('%s more than is open.', private.amount_text(v_left));
    else
      v_reasons := v_reasons || 'The amount is a part of what is open.'::text;
    end if;

    -- A payment that somebody recorded by hand is linked and not recorded again.
    select * into v_payment from public.payments p
     where p.contact_id = v_client.contact_id and p.direction = 'in' and p.method in ('bank', 'other') and p.amount = p_entry.amount
       and p.status = 'succeeded' and abs(p.received_on - p_entry.booked_on) <= 10
       and not exists (select from public.bank_entries e where e.payment_id = p.id)
     order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
    v_sure := v_is_known and v_certain = 1 and v_fits and v_paid is null;
    v_score := 40 * (v_named <> '[]' or v_order.id is not null)::integer + 30 * (v_client.is_account or v_client.paid_before)::integer
      + 20 * v_fits::integer + 10 * v_client.is_alike::integer + 5 * (v_client.named <> '{}')::integer;
    if v_payment.id is not null and (v_is_known or v_client.is_alike) then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('contact_id', v_client.contact_id, 'client_name', v_client.client_name,
        'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50,
        'is_sure', v_is_known and v_certain = 1,
        'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
          to_char(v_payment.received_on, 'FMDD FMMonth'))] || v_reasons[1:array_length(v_reasons, 1) - 1])));
      v_sure := false;
    end if;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('contact_id', v_client.contact_id, 'client_name', v_client.client_name,
      'order_id', case when v_named = '[]' then v_order.id end, 'order_number', case when v_named = '[]' then v_order.order_number end,
      'parts', v_parts, 'credit', private.amount_text(v_left), 'score', v_score, 'is_sure', v_sure, 'reasons', to_jsonb(v_reasons)));
  end loop;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'client_name',
                     one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $function$;
comment on function private.bank_matches(p_entry public.bank_entries) is 'At most three suggestions for an open entry, the best first: client, what it settles, and why, in sentences. Sure: our paper
or a known account names one client, and the amount is exactly what is open, or a payment recorded by hand fits.';

CREATE OR REPLACE FUNCTION private.bank_suggestions(p_ids uuid[])
 RETURNS TABLE(entry_id uuid, matches jsonb, doubts text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please ask for 200 entries at most');
  end if;
  return query select e.id, m.shown, private.entry_doubts(e, private.is_recorded_before(m.shown))
    from public.bank_entries e, lateral (select private.shown_matches(e) as shown) as m
   where e.id = any (p_ids) and e.status = 'open';
end $function$;
grant execute on function private.bank_suggestions(p_ids uuid[]) to authenticated;
grant execute on function private.bank_suggestions(p_ids uuid[]) to service_role;
comment on function private.bank_suggestions(p_ids uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back. doubts: why none is sure, in sentences. Amounts are text.';

CREATE OR REPLACE FUNCTION private.bank_summary()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
begin
  perform private.must('payments', 'view', 'see bank statements');
  return (
    select jsonb_build_object('open', count(*) filter (where e.direction = 'in'),
             'amount', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'in' and e.currency = v_currency), 0)),
             'open_out', count(*) filter (where e.direction = 'out'),
             'amount_out', private.amount_text(coalesce(sum(e.amount) filter (where e.direction = 'out' and e.currency = v_currency), 0)),
             'other', coalesce((
               select jsonb_agg(jsonb_build_object('currency', o.currency, 'direction', o.direction, 'amount', private.amount_text(o.amount)) order by o.currency, o.direction)
                 from (select f.currency, f.direction, sum(f.amount) as amount from public.bank_entries f
                        where f.status = 'open' and f.currency <> v_currency group by f.currency, f.direction) as o), '[]'),
             'imports', (select count(*) from public.bank_imports), 'last_day', (select max(last_day) from public.bank_imports))
      from public.bank_entries e where e.status = 'open');
end $function$;
grant execute on function private.bank_summary() to authenticated;
grant execute on function private.bank_summary() to service_role;
comment on function private.bank_summary() is 'What waits: how many entries came in and went out and are undecided, their sums in the currency of the books as text, those of other
currencies by themselves, how many files there are and until which day.';

CREATE OR REPLACE FUNCTION private.bank_text(p_entry jsonb, p_name text, p_most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(btrim(left(regexp_replace(p_entry ->> p_name, '\s+', ' ', 'g'), p_most)), '')
$function$;

CREATE OR REPLACE FUNCTION private.confirm_bank_entry(p_id uuid, p_contact_id uuid DEFAULT NULL::uuid, p_allocations jsonb DEFAULT NULL::jsonb, p_order_id uuid DEFAULT NULL::uuid, p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and exists (select from public.payments p where p.id = v_row.payment_id
    and p.id = coalesce(p_payment_id, p.id) and p.contact_id = coalesce(p_contact_id, p.contact_id)) and v_row.decided_by = auth.uid()
  then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  elsif v_row.currency <> (select currency from public.company_settings) then
    perform private.refuse('PT409', format('This entry is in %s. Please record it by hand.', v_row.currency));
  end if;
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif v_payment.amount <> v_row.amount or v_payment.direction <> 'in' or v_payment.status = 'refunded' then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_id := private.record_payment(p_contact_id, v_row.amount, 'bank', v_row.booked_on,
      left(coalesce(v_row.remittance, v_row.party_name, v_row.bank_reference), 200), null, p_allocations, p_order_id);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now()
   where id = p_id;
  return v_id;
end $function$;
grant execute on function private.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) to authenticated;
grant execute on function private.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) to service_role;
comment on function private.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). An entry has one payment, whoever confirms at once; a repeated call of
the same person returns it. Returns the id of the payment.';

CREATE OR REPLACE FUNCTION private.confirm_sure_entries(p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  perform from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id for no key update;
  -- Every paper of the suggestions is locked at once, in the order in which each other payment locks.
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, private.best_match(e) as match, unnest(private.papers_of_match(match)) as paper
   where e.id = any (p_ids) and e.status = 'open' and (match ->> 'is_sure')::boolean;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this one is not sure any more.
    v_match := private.best_match(v_row);
    continue when not coalesce((v_match ->> 'is_sure')::boolean and private.papers_of_match(v_match) <@ v_held, false);
    if v_row.direction = 'out' then
      perform private.confirm_bank_payout(v_row.id, v_match);
    else
      perform private.confirm_bank_entry(v_row.id, (v_match ->> 'contact_id')::uuid,
        case when v_match -> 'order_id' is null and v_match -> 'payment_id' is null then (
          select jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount'))
            from jsonb_array_elements(v_match -> 'parts') as part) end,
        (v_match ->> 'order_id')::uuid, (v_match ->> 'payment_id')::uuid);
    end if;
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', cardinality(p_ids) - v_confirmed);
end $function$;
grant execute on function private.confirm_sure_entries(p_ids uuid[]) to authenticated;
grant execute on function private.confirm_sure_entries(p_ids uuid[]) to service_role;
comment on function private.confirm_sure_entries(p_ids uuid[]) is 'Confirms those of the entries whose best suggestion is still sure at its turn. Returns {confirmed, left}.';

CREATE OR REPLACE FUNCTION private.ignore_bank_entry(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('22023', 'Please say why, in 500 characters at most');
  elsif exists (select from public.bank_entries where id = p_id and status = 'ignored' and decided_by = auth.uid()) then
    return;
  end if;
  perform private.open_entry(p_id);
  update public.bank_entries
     set status = 'ignored', ignore_reason = btrim(p_reason), decided_by = auth.uid(), decided_at = now() where id = p_id;
end $function$;
grant execute on function private.ignore_bank_entry(p_id uuid, p_reason text) to authenticated;
grant execute on function private.ignore_bank_entry(p_id uuid, p_reason text) to service_role;
comment on function private.ignore_bank_entry(p_id uuid, p_reason text) is 'An entry that belongs to no client, with the reason. Nothing is recorded.';

CREATE OR REPLACE FUNCTION private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_imports;
  v_hash text;
  v_bad record;
  v_read jsonb;
  v_count integer;
  v_repeated integer := 0;
begin
  perform private.must('payments', 'create', 'import bank statements');
  -- One import at a time: two people with the same file get one import and one refusal.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', 0);
  elsif jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) = 0 then
    perform private.refuse('22023', 'This file has no booked entries');
  elsif jsonb_array_length(p_entries) > 5000 then
    perform private.refuse('22023', 'A bank statement may have 5000 entries at most. Please export a shorter time.');
  elsif coalesce(btrim(p_file ->> 'file_name'), '') = '' then
    perform private.refuse('22023', 'Please name the file');
  end if;
  v_hash := encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex');
  select * into v_row from public.bank_imports where content_hash = v_hash;
  if found then
    perform private.refuse('PT409', format('This bank statement was imported already, as %s on %s', v_row.file_name,
      to_char(v_row.created_at at time zone (select time_zone from public.company_settings), 'FMDD Month YYYY')));
  end if;
  select place, problem into v_bad
    from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
         lateral (select case
           when not coalesce(entry ->> 'amount' ~ '^[0-9]{1,9}\.[0-9]{2}$' and (entry ->> 'amount')::numeric > 0, false) then 'the amount cannot be read'
           when not coalesce(entry ->> 'direction' in ('in', 'out'), false) then 'it is neither money in nor money out'
           when not coalesce(private.is_day(entry ->> 'booked_on'), false) then 'the day cannot be read'
           when (entry ->> 'booked_on')::date > private.company_today() then 'it is booked in the future'
           when not private.is_day(entry ->> 'value_on') then 'the value day cannot be read'
           when not coalesce(entry ->> 'currency' ~ '^[A-Z]{3}$', false) then 'the currency cannot be read' end as problem) as checked
   where problem is not null order by place limit 1;
  if found then
    perform private.refuse('22023', format('Entry %s: %s. Nothing was imported.', v_bad.place, v_bad.problem));
  end if;
  select jsonb_agg(jsonb_build_object('place', place, 'entry', entry, 'first', first_place, 'key',
           encode(sha256(convert_to(about || '|' || alike, 'UTF8')), 'hex')) order by place)
    into v_read
    from (select place, entry, about, row_number() over (partition by about order by place) as alike,
                 case when private.bank_text(entry, 'bank_reference', 200) is not null then min(place) over (partition by about) end as first_place
            from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
                 lateral (select concat_ws('|', upper(coalesce(entry ->> 'account_iban', p_file ->> 'account_iban', '')), entry ->> 'booked_on',
                   entry ->> 'direction', entry ->> 'amount', entry ->> 'currency',
                   coalesce(private.bank_text(entry, 'bank_reference', 200), 'of ' || concat_ws('|', private.bank_text(entry, 'party_name', 200),
                     upper(entry ->> 'party_iban'), private.bank_text(entry, 'remittance', 1000), private.bank_text(entry, 'end_to_end', 200))))
                   as about) as named) as counted;
  -- The bank gives each entry a reference of its own: twice in a file is one entry twice, or a bank that does not.
  select (one ->> 'place')::integer as place, (one ->> 'first')::integer as first_place into v_bad
    from jsonb_array_elements(v_read) as one where (one ->> 'first')::integer < (one ->> 'place')::integer order by 1 limit 1;
  if found and not coalesce(p_file ->> 'repeated' in ('keep', 'leave out'), false) then
    perform private.refuse('22023', format('Entry %s has the bank''s reference, the day and the amount of entry %s. Please say whether it is the same payment.',
      v_bad.place, v_bad.first_place));
  elsif p_file ->> 'repeated' = 'leave out' then
    v_repeated := jsonb_array_length(v_read);
    select jsonb_agg(one) into v_read from jsonb_array_elements(v_read) as one where coalesce((one ->> 'first')::integer = (one ->> 'place')::integer, true);
    v_repeated := v_repeated - jsonb_array_length(v_read);
  end if;
  v_count := jsonb_array_length(v_read);
  select coalesce(jsonb_agg(one), '[]') into v_read
    from jsonb_array_elements(v_read) as one where not exists (select from public.bank_entries e where e.entry_key = one ->> 'key');
  if v_read = '[]' then
    perform private.refuse('PT409', format('Every entry of this file was imported already (%s). Nothing was added.', v_count));
  end if;
  insert into public.bank_imports (id, file_name, format, content_hash, account_iban, currency, first_day, last_day, opening, closing, entries,
    known, created_by)
  select coalesce(p_id, gen_random_uuid()), left(btrim(p_file ->> 'file_name'), 300), p_file ->> 'format', v_hash,
         nullif(left(upper(p_file ->> 'account_iban'), 34), ''), coalesce(p_file ->> 'currency', 'EUR'), min((entry ->> 'booked_on')::date),
         max((entry ->> 'booked_on')::date), (p_file ->> 'opening')::numeric, (p_file ->> 'closing')::numeric, jsonb_array_length(v_read),
         v_count - jsonb_array_length(v_read), auth.uid()
    from jsonb_array_elements(p_entries) as entry
  returning * into v_row;
  insert into public.bank_entries (import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name,
    party_iban, remittance, end_to_end, bank_reference, return_info)
  select v_row.id, r.place, r.key, nullif(left(upper(coalesce(r.entry ->> 'account_iban', p_file ->> 'account_iban')), 34), ''),
         (r.entry ->> 'booked_on')::date, (r.entry ->> 'value_on')::date, r.entry ->> 'direction', (r.entry ->> 'amount')::numeric,
         r.entry ->> 'currency', private.bank_text(r.entry, 'party_name', 200),
         nullif(left(upper(regexp_replace(r.entry ->> 'party_iban', '\s', '', 'g')), 34), ''), private.bank_text(r.entry, 'remittance', 1000),
         private.bank_text(r.entry, 'end_to_end', 200), private.bank_text(r.entry, 'bank_reference', 200), private.bank_text(r.entry, 'return_info', 200)
    from jsonb_to_recordset(v_read) as r (place integer, key text, entry jsonb);
  return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', v_repeated);
end $function$;
grant execute on function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) to authenticated;
grant execute on function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) to service_role;
comment on function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing, repeated}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban,
remittance, end_to_end, bank_reference, return_info}], amounts as text. The same content, and a file of which every entry is known,
are refused in words; entries that an earlier file brought are left out. Entries that repeat a bank''s reference are refused until
repeated says keep or leave out. p_id: chosen by the caller, so that a repeated call imports once. Returns {id, entries, known, repeated}.';

CREATE OR REPLACE FUNCTION private.is_day(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_text ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
    then substr(p_text, 9)::integer <= extract(day from (substr(p_text, 1, 7) || '-01')::date + interval '1 month' - interval '1 day')
    when p_text is not null then false end
$function$;
comment on function private.is_day(p_text text) is 'Whether a text is a day of this century as ISO 8601 writes it; null for null.';

CREATE OR REPLACE FUNCTION private.open_entry(p_id uuid)
 RETURNS public.bank_entries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
begin
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status <> 'open' then
    perform private.refuse('PT409', format('%s %s this entry already', coalesce(private.person_label(v_row.decided_by), 'Somebody'),
      case v_row.status when 'confirmed' then 'confirmed' else 'ignored' end));
  end if;
  return v_row;
end $function$;
comment on function private.open_entry(p_id uuid) is 'Locks an entry that nobody decided about yet; refuses in words otherwise.';

CREATE OR REPLACE FUNCTION private.plain_name(p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(regexp_replace(private.folded(p_name), '[^a-z0-9 ]', '', 'g'),
    '\m(the|ltd|limited|plc|llc|gmbh|ag|srl|spa|sarl|sa|bv|co|company|mr|mrs|ms|dr)\M', '', 'g'))
$function$;
comment on function private.plain_name(p_name text) is 'A name as a bank may write it: folded, without signs, legal forms and titles.';

CREATE OR REPLACE FUNCTION private.reverse_payment(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payments;
  v_part public.payment_allocations;
begin
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
    where a.payment_id = p_id and v.kind = 'deposit')
  then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that and refund the payment', v_row.payment_number));
  end if;
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_id) order by id for no key update;
  for v_part in delete from public.payment_allocations where payment_id = p_id returning *
  loop
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $function$;
comment on function private.reverse_payment(p_id uuid, p_reason text) is 'A payment that was recorded by mistake: what it settled is open again and a reversing record over all of it stands beside it.';

CREATE OR REPLACE FUNCTION private.undo_bank_entry(p_id uuid, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_link public.bank_entry_payouts;
begin
  perform private.must('payments', 'edit', 'take decisions about bank statements back');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status = 'open' then
    return;
  elsif v_row.status = 'confirmed' and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null
   where id = p_id;
  if v_row.direction = 'in' then
    if v_row.has_recorded then
      perform private.reverse_payment(v_row.payment_id, p_reason);
    end if;
    return;
  end if;
  perform from public.payment_runs where id = v_row.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_id returning *
  loop
    continue when not v_row.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason);
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = v_row.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if v_row.has_recorded and v_row.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = v_row.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', v_row.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
end $function$;
grant execute on function private.undo_bank_entry(p_id uuid, p_reason text) to authenticated;
grant execute on function private.undo_bank_entry(p_id uuid, p_reason text) to service_role;
comment on function private.undo_bank_entry(p_id uuid, p_reason text) is 'An entry is undecided again. What its confirmation recorded, a payment, payments to suppliers or a refund, is reversed by records
of their own, and a payment run waits for the bank again; what was recorded by hand stays and is only unlinked.';
