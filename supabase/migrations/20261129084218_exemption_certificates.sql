set check_function_bodies = off;

drop trigger pin on public.invoices;

drop trigger follow_client_rates on public.quotations;

drop trigger pin on public.quotations;

drop policy "people see files by the rules of their bucket" on storage.objects;

drop policy "people upload files by the rules of their bucket" on storage.objects;

drop routine private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_place jsonb);

drop routine private.usual_vat(p_contact uuid, p_own uuid, p_place jsonb);

drop routine private.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

drop routine public.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

alter table public.invoices add column exemption_id uuid;

alter table public.quotations add column exemption_id uuid;

create or replace function private.analytics_of_tax_places(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with papers as (
      select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id, v.issue_date as day,
             nullif(v.snapshot -> 'tax_place', 'null') as place, v.snapshot -> 'tax_exemptions' as exemptions, t.vat_rate as rate, t.base, t.vat
        from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
       where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
         and v.opening_on is null
      union all
      select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date,
             nullif(n.snapshot -> 'tax_place', 'null'), n.snapshot -> 'tax_exemptions', t.vat_rate, -t.base, -t.vat
        from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
       where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    ), known as (
      select p.*, case when p.rate > 0 then 'taxable' else 'exempt' end as mark,
             p.place is not null and jsonb_array_length(p.place -> 'parts') > 0 and (p.rate = 0 or p.rate = (p.place ->> 'rate')::numeric) as has_parts,
             case when p.rate = 0 and jsonb_array_length(p.exemptions) = 1 then p.exemptions -> 0 ->> 'state' end as state
        from papers p
    )
    select k.kind, k.id, k.label, k.contact_id, k.day, 'all', 'All sales', k.mark, k.base, k.vat from known k
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day,
           part.level || ' ' || case part.level when 'state' then private.state_code(part.name) else part.name end, part.name, k.mark, k.base, part.tax
      from known k cross join lateral private.parts_of_tax(k.vat, k.place -> 'parts') as part where k.has_parts
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, 'state ' || private.state_code(k.state), k.state, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is not null
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, case when k.rate > 0 then 'other ' || trim_scale(k.rate) else 'other' end,
           case when k.rate > 0 then format('%s %% of no place', trim_scale(k.rate)) else 'Not taxed, of no place' end, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is null;
end $$;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_date', v.supply_date,
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create table public.exemption_certificates (
  id           uuid primary key default gen_random_uuid(),
  contact_id   uuid not null references public.contacts (id) on delete restrict,
  number       text not null,
  states       text[] not null,
  reason       text not null,
  reason_words text,
  quotation_id uuid,
  valid_from   date not null,
  valid_to     date,
  file_path    text,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint exemption_certificates_number_length check (char_length(btrim(number)) between 1 and 60 and char_length(number) <= 80),
  constraint exemption_certificates_states_are_two_letters check (
    coalesce(array_ndims(states), 0) = 1 and cardinality(states) <= 60 and array_to_string(states, ' ', '-') ~ '^[A-Z]{2}( [A-Z]{2})*$'),
  constraint exemption_certificates_reason_is_known check (
    reason in ('resale', 'agricultural', 'government', 'nonprofit', 'manufacturing', 'other')),
  constraint exemption_certificates_other_reason_is_said check (reason <> 'other' or coalesce(btrim(reason_words), '') <> ''),
  constraint exemption_certificates_reason_words_length check (char_length(reason_words) <= 100),
  constraint exemption_certificates_end_after_begin check (valid_to >= valid_from),
  constraint exemption_certificates_file_path_shape check (file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$')
);

create or replace function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id)) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id)) as usual
   where i.id = line.id and line.invoice_id = new.id and line.kind in ('item', 'discount') and line.order_item_id is null and line.vat is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
  perform private.total_invoice(new.id);
  return null;
end $$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  perform private.settle_exemption('invoice', p_id);
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  perform private.must_mean_nothing(p_id);
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $$;

create or replace function private.make_period(p_rule public.recurring_payments, p_period date)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_period uuid;
  v_id uuid := gen_random_uuid();
  v_rate public.vat_rates;
  v_decider constant uuid := coalesce(p_rule.decided_by, p_rule.created_by);
  v_number constant text := format('%s %s', btrim(p_rule.title), p_period);
begin
  insert into public.recurring_periods (recurring_payment_id, period_on, created_by) values (p_rule.id, p_period, null)
  on conflict (recurring_payment_id, period_on) do nothing returning id into v_period;
  if v_period is null then
    return;
  end if;
  select * into v_rate from public.vat_rates where id = p_rule.vat_rate_id;
  if p_rule.direction = 'in' then
    insert into public.invoices (id, contact_id, project_title, currency, supply_date, note, created_by)
    select v_id, p_rule.contact_id, btrim(p_rule.title), s.currency, p_period, p_rule.note, p_rule.created_by from public.company_settings s;
    if v_rate.rate > 0 and private.tax_facts_of_paper('invoice', v_id) ? 'tax_exemptions' then
      v_rate.rate := 0;
      v_rate.treatment := 'exempt';
    end if;
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit, unit_price, vat_rate, vat_treatment)
    values (v_id, private.line_key(0), 'item', format('%s, %s', btrim(p_rule.title), to_char(p_period, 'FMDD Mon YYYY')), 1, 'piece', p_rule.amount,
      coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'zero'));
    update public.recurring_periods set invoice_id = v_id where id = v_period;
    perform private.log_event('invoice', v_id, 'created', jsonb_build_object('words', 'a recurring payment'));
    perform private.tell_people(array[p_rule.created_by], 'A recurring invoice is ready to be issued', v_number, 'invoice', v_id);
  else
    insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, payment_reference, note, created_by)
    values (v_id, p_rule.contact_id, v_number, least(p_period, private.company_today()), p_period, p_rule.amount,
      private.vat_of(p_rule.amount, coalesce(v_rate.rate, 0)), p_rule.iban, p_rule.payment_reference, p_rule.note, p_rule.created_by);
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
    values (v_id, 'a0001', btrim(p_rule.title), 1, p_rule.amount, coalesce(v_rate.rate, 0));
    if v_decider is null or private.works_here(v_decider) then
      update public.supplier_invoices set status = 'approved', approved_by = v_decider, approved_at = now() where id = v_id;
      update public.supplier_invoices set status = 'scheduled', scheduled_for = greatest(p_period, private.company_today()) where id = v_id;
    end if;
    update public.recurring_periods set supplier_invoice_id = v_id where id = v_period;
  end if;
end $$;

create or replace function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_contact uuid;
  v_tax jsonb;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id') is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id')
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using (v_row ->> tg_argv[1])::uuid;
  v_tax := private.tax_facts_of_paper(left(tg_argv[0], -1), (v_row ->> tg_argv[1])::uuid);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_tax);
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_tax);
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'language', private.language_of('quotation', q.id), 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note,
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
    'person', private.contact_facts(q.person_id) || coalesce(nullif(s.snapshot -> 'person', 'null'), '{}'), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    || case when s.snapshot is null then private.tax_facts_of_paper('quotation', q.id)
         else jsonb_strip_nulls(jsonb_build_object('tax_place', s.snapshot -> 'tax_place', 'tax_exemptions', s.snapshot -> 'tax_exemptions')) end
    from public.quotations q left join public.quotation_versions s on s.quotation_id = q.id and s.version = q.version
   where q.id = p_quotation_id
$$;

create or replace function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'language', private.language_of('order', o.id), 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      || private.tax_facts_of_paper('order', o.id)
      from public.orders o where o.id = p_id);
end $$;

create or replace function private.settle_certificate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.states := array(select distinct private.state_code(s) as code from unnest(new.states) as s where btrim(s) <> '' order by code);
  new.valid_from := coalesce(new.valid_from, private.company_today());
  if new.quotation_id is not null and not exists (
    select from public.quotations q where q.id = new.quotation_id and q.contact_id = new.contact_id)
  then
    perform private.refuse('22023', 'This quotation is for another client. Please choose one of the client of the certificate.');
  end if;
  return new;
end $$;

create or replace function private.sale_state(p_location uuid, p_contact uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select coalesce(t.state, private.state_code((private.tax_place_at(t.postcode, t.city, t.state, private.company_today())).state))
            from private.ship_to(p_location, p_contact) as t);
end $$;

create or replace function private.exemption_for(p_contact uuid, p_location uuid, p_quotation uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.exemption_certificates where contact_id = p_contact) then
    return null;
  end if;
  return (
    select c.id from public.exemption_certificates c
     where c.contact_id = p_contact and private.sale_state(p_location, p_contact) = any (c.states)
       and (c.quotation_id is null or c.quotation_id = p_quotation)
       and private.company_today() between c.valid_from and coalesce(c.valid_to, 'infinity')
     order by c.quotation_id nulls last, c.valid_to desc nulls first, c.created_at, c.id limit 1);
end $$;

create or replace function private.exemption_facts(p_certificate uuid, p_state text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', c.id, 'number', btrim(c.number), 'reason', c.reason, 'words', btrim(c.reason_words), 'state', private.state_name(p_state),
             'valid_to', c.valid_to)
      from public.exemption_certificates c where c.id = p_certificate);
end $$;

create or replace function private.exemptions_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select jsonb_build_array(private.exemption_facts(q.exemption_id, private.sale_state(q.location_id, q.contact_id)))
              from public.quotations q where q.id = p_id and q.exemption_id is not null);
  elsif p_kind = 'order' then
    return (
      select jsonb_agg(distinct facts)
        from public.orders o
        join public.quotations q on q.id = o.quotation_id or q.amends_order_id = o.id and q.status = 'converted'
        join public.quotation_versions s on s.quotation_id = q.id and s.version = case q.id when o.quotation_id then o.quotation_version else q.version end
       cross join jsonb_array_elements(coalesce(nullif(s.snapshot -> 'tax_exemptions', 'null'), '[]')) as facts
       where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select nullif(v.snapshot -> 'tax_exemptions', 'null') from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id);
  elsif exists (select from public.invoice_items where invoice_id = p_id and order_id is not null)
    or exists (select from public.invoices where id = p_id and order_id is not null)
  then
    select jsonb_agg(distinct facts) into v_facts
      from public.orders o cross join jsonb_array_elements(coalesce(private.exemptions_of_paper('order', o.id), '[]')) as facts
     where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id);
    return v_facts;
  end if;
  return (select jsonb_build_array(private.exemption_facts(v.exemption_id, private.sale_state(null, v.contact_id)))
            from public.invoices v where v.id = p_id and v.exemption_id is not null);
end $$;

create or replace function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id)));
end $$;

create or replace function private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_for(p_location, p_contact),
    'tax_exemptions', (select jsonb_build_array(facts) from private.exemption_facts(p_exemption, private.sale_state(p_location, p_contact)) as facts
                        where facts is not null)));
end $$;

create or replace function private.settle_exemption(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'quotation' then
    update public.quotations q set exemption_id = now.id
      from public.quotations d cross join lateral (select private.exemption_for(d.contact_id, d.location_id, d.id) as id) as now
     where d.id = p_id and q.id = d.id and d.status = 'draft' and d.exemption_id is distinct from now.id;
    return;
  end if;
  update public.invoices v set exemption_id = now.id
    from public.invoices d cross join lateral (select private.exemption_for(d.contact_id, null, null) as id) as now
   where d.id = p_id and v.id = d.id and d.status = 'draft' and d.order_id is null and d.opening_on is null and d.exemption_id is distinct from now.id;
end $$;

create or replace function private.settle_exemptions(p_contact uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paper record;
  v_settled integer := 0;
begin
  for v_paper in
    select 'quotation' as kind, q.id from public.quotations q
     where q.status = 'draft' and q.contact_id = coalesce(p_contact, q.contact_id)
       and (q.exemption_id is not null or exists (select from public.exemption_certificates c where c.contact_id = q.contact_id))
    union all
    select 'invoice', v.id from public.invoices v
     where v.status = 'draft' and v.contact_id = coalesce(p_contact, v.contact_id)
       and (v.exemption_id is not null or exists (select from public.exemption_certificates c where c.contact_id = v.contact_id))
     order by kind, id
  loop
    perform private.settle_exemption(v_paper.kind, v_paper.id);
    v_settled := v_settled + 1;
  end loop;
  return v_settled;
end $$;

create or replace function private.follow_certificate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and tg_when = 'BEFORE' then
    update public.quotations set exemption_id = null where exemption_id = old.id and status = 'draft';
    update public.invoices set exemption_id = null where exemption_id = old.id and status = 'draft';
    return old;
  end if;
  if tg_op <> 'DELETE' then
    perform private.settle_exemptions(new.contact_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.contact_id <> new.contact_id then
    perform private.settle_exemptions(old.contact_id);
  end if;
  return null;
end $$;

create or replace function private.keep_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'quotations' then
    new.exemption_id := private.exemption_for(new.contact_id, (to_jsonb(new) ->> 'location_id')::uuid, new.id);
  else
    new.exemption_id := case when to_jsonb(new) ->> 'order_id' is null and to_jsonb(new) ->> 'opening_on' is null
      then private.exemption_for(new.contact_id, null, null) end;
  end if;
  return new;
end $$;

create or replace function private.exemption_said(p_contact uuid, p_location uuid, p_holds jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_state constant text := private.sale_state(p_location, p_contact);
  v_today constant date := private.company_today();
begin
  if jsonb_array_length(p_holds) > 0 then
    return p_holds -> 0 || '{"says": "holds"}';
  end if;
  return (
    select private.exemption_facts(c.id, v_state) || jsonb_build_object('valid_from', c.valid_from, 'says', case
             when v_state = any (c.states) and c.valid_from > v_today then 'begins'
             when v_state = any (c.states) and c.valid_to < v_today then 'ended'
             when v_state = any (c.states) then 'for_another_sale' else 'elsewhere' end)
      from public.exemption_certificates c
     where c.contact_id = p_contact and v_state is not null
     order by v_state = any (c.states) desc, c.quotation_id nulls first, c.valid_to desc nulls first, c.id limit 1);
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_tax jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.usual_vat(p_from, own, p_from_tax) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_facts_of_paper('quotation', p_quotation)) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;

create or replace function private.follow_client_rates() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.follow_client_rate(new.id, old.contact_id, private.tax_facts_for(old.location_id, old.contact_id, old.exemption_id));
  return null;
end $$;

create or replace function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_facts_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

create or replace function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  perform private.settle_exemption('quotation', p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;

create or replace function private.states_of_america() returns table (code text, name text)
  language sql immutable parallel safe set search_path = ''
as $$
  select split_part(one, '=', 2), split_part(one, '=', 1)
    from unnest(string_to_array('alabama=AL,alaska=AK,arizona=AZ,arkansas=AR,california=CA,colorado=CO,'
    || 'connecticut=CT,delaware=DE,district of columbia=DC,florida=FL,georgia=GA,hawaii=HI,idaho=ID,illinois=IL,indiana=IN,iowa=IA,kansas=KS,'
    || 'kentucky=KY,louisiana=LA,maine=ME,maryland=MD,massachusetts=MA,michigan=MI,minnesota=MN,mississippi=MS,missouri=MO,montana=MT,'
    || 'nebraska=NE,nevada=NV,new hampshire=NH,new jersey=NJ,new mexico=NM,new york=NY,north carolina=NC,north dakota=ND,ohio=OH,oklahoma=OK,'
    || 'oregon=OR,pennsylvania=PA,rhode island=RI,south carolina=SC,south dakota=SD,tennessee=TN,texas=TX,utah=UT,vermont=VT,virginia=VA,'
    || 'washington=WA,west virginia=WV,wisconsin=WI,wyoming=WY', ',')) as one
$$;

create or replace function private.state_code(p_state text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((select s.code from private.states_of_america() as s where s.name = lower(btrim(p_state))), upper(btrim(p_state)));
end $$;

create or replace function private.state_name(p_code text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((select replace(initcap(s.name), ' Of ', ' of ') from private.states_of_america() as s where s.code = p_code), p_code);
end $$;

create or replace function private.keep_tax_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_facts constant jsonb := private.tax_facts_of_paper(tg_argv[0], new.id);
begin
  if v_facts <> '{}' then
    new.snapshot := coalesce(new.snapshot, '{}') || v_facts;
  end if;
  return new;
end $$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null) returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_reverse public.vat_rates;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 and private.is_business_abroad(p_contact) then
    select r.* into v_reverse from public.vat_rates r
     where r.treatment = 'reverse_charge'
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_reverse;
    end if;
  end if;
  if p_tax ? 'tax_exemptions' and (v_rate.id is null or v_rate.rate > 0) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
  elsif p_tax ? 'tax_place' and (v_rate.id is null or v_rate.is_default and v_rate.treatment = 'standard') then
    v_rate.rate := (p_tax -> 'tax_place' ->> 'rate')::numeric;
    v_rate.treatment := 'standard';
  end if;
  return v_rate;
end $$;

create or replace function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, is_abroad boolean, place jsonb, exemption jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
  v_location uuid;
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  v_facts := case when p_kind is null then private.tax_facts_for(null, p_contact, private.exemption_for(p_contact, null, null))
    else private.tax_facts_of_paper(p_kind, p_paper) end;
  v_location := case p_kind when 'quotation' then (select q.location_id from public.quotations q where q.id = p_paper)
    when 'order' then (select o.location_id from public.orders o where o.id = p_paper) end;
  return query
    select usual.rate::text, usual.treatment, private.is_business_abroad(p_contact), v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions')
      from private.usual_vat(p_contact, null, v_facts) as usual
     where usual.rate is not null;
end $$;

alter table public.exemption_certificates add constraint exemption_certificates_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT;

alter table public.invoices add constraint invoices_exemption_id_fkey FOREIGN KEY (exemption_id) REFERENCES public.exemption_certificates(id) ON DELETE RESTRICT;

alter table public.quotations add constraint quotations_exemption_id_fkey FOREIGN KEY (exemption_id) REFERENCES public.exemption_certificates(id) ON DELETE RESTRICT;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.exemption_certificates', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id', p_pages => '{contacts}');

call private.offer('private.vat_proposal(uuid, text, uuid)');

create index exemption_certificates_contact_id_idx on public.exemption_certificates (contact_id);

create index exemption_certificates_created_by_idx on public.exemption_certificates (created_by);

create index exemption_certificates_quotation_id_idx on public.exemption_certificates (quotation_id);

create index exemption_certificates_valid_to_idx on public.exemption_certificates (valid_to);

create index invoices_exemption_id_idx on public.invoices (exemption_id);

create index quotations_exemption_id_idx on public.quotations (exemption_id);

create or replace trigger ask_first before insert on public.exemption_certificates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:create');

create or replace trigger follow_certificate after insert or update or delete on public.exemption_certificates
  for each row execute function private.follow_certificate();

create or replace trigger let_drafts_go before delete on public.exemption_certificates
  for each row execute function private.follow_certificate();

create or replace trigger settle_certificate before insert or update of states, quotation_id on public.exemption_certificates
  for each row execute function private.settle_certificate();

create or replace trigger follow_exemption after update of exemption_id on public.invoices for each row
  when (old.exemption_id is distinct from new.exemption_id and new.status = 'draft') execute function private.follow_exemption();

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id');

create or replace trigger settle_exemption before insert on public.invoices for each row execute function private.keep_exemption();

create or replace trigger follow_client_rates after update of contact_id, location_id, status, exemption_id on public.quotations for each row
  when ((old.contact_id, old.location_id, old.exemption_id) is distinct from (new.contact_id, new.location_id, new.exemption_id) and new.status = 'draft')
  execute function private.follow_client_rates();

CREATE TRIGGER pin BEFORE UPDATE ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'quotation_number', 'public_uuid', 'status', 'version', 'currency', 'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by', 'decided_ip', 'reject_reason', 'closed_on', 'amends_order_id', 'exemption_id');

create or replace trigger settle_exemption before insert or update of contact_id, location_id, status on public.quotations
  for each row when (new.status = 'draft') execute function private.keep_exemption();

create policy "whoever issues invoices changes exemption certificates" on public.exemption_certificates
  for update to authenticated
  using ((select private.can('invoices', 'edit'))) with check ((select private.can('invoices', 'edit')));

create policy "whoever removes invoices removes exemption certificates" on public.exemption_certificates
  for delete to authenticated using ((select private.can('invoices', 'delete')));

create policy "whoever sees contacts reads their exemption certificates" on public.exemption_certificates
  for select to authenticated using ((select private.can('contacts', 'view')));

create policy "whoever writes invoices enters exemption certificates" on public.exemption_certificates
  for insert to authenticated with check ((select private.can('invoices', 'create')) and created_by = (select auth.uid()));

create policy "people see files by the rules of their bucket" on storage.objects for select to authenticated
  using (bucket_id = 'delivery-photos'::text AND ( SELECT private.can('deliveries'::text, 'view'::text) AS can) OR bucket_id = 'exemption-certificates'::text AND ( SELECT private.can('contacts'::text, 'view'::text) AS can) OR bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'view'::text) AS can) OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'job-photos'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'line-pictures'::text AND (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can)) OR bucket_id = 'mockups'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'panels'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'supplier-invoices'::text AND ( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can) OR bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (owner_id = ((( SELECT auth.uid() AS uid))::text) OR (EXISTS ( SELECT
   FROM private.tasks_of_file(objects.name) naming(id)
  WHERE ( SELECT true
           FROM public.tasks t
          WHERE t.id = naming.id)))));

create policy "people upload files by the rules of their bucket" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'::text AND (( SELECT private.my_role() AS my_role)) <> 'pending'::public.app_role AND split_part(name, '/'::text, 1) = ((( SELECT auth.uid() AS uid))::text) AND name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text OR bucket_id = 'delivery-photos'::text AND ( SELECT private.can('deliveries'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'::text OR bucket_id = 'exemption-certificates'::text AND ( SELECT private.can('invoices'::text, 'create'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'::text OR bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'::text OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'::text OR bucket_id = 'job-photos'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|jpeg|webp)$'::text OR bucket_id = 'line-pictures'::text AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'::text OR bucket_id = 'mockups'::text AND ( SELECT private.can('jobs'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'panels'::text AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'site-photos'::text AND ( SELECT private.named('manage_website'::text) AS named) AND name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[1-9][0-9]{1,3}\.(webp|jpg)$'::text OR bucket_id = 'supplier-invoices'::text AND ( SELECT private.can('supplier-invoices'::text, 'create'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text);

comment on function private.analytics_of_tax_places(pg_catalog.date,pg_catalog.date,pg_catalog.text) is 'The part tax_places of private.analytics_rows: the sales of each part of a place of sales tax (bucket: its level and
name; a state by its letters), taxable or exempt (mark), with its share of the tax; exempt sales of no known place in the state of their certificate;
others of no known place or at another rate; all of them under the bucket all.';

comment on function private.follow_client_rates() is 'A draft for another client or site, or by another exemption certificate, has the rates of that.';

comment on function private.keep_tax_place() is 'Argument: invoice or credit_note. An issued paper keeps the rate and the parts of its place, and its exemption certificates, as they were.';

comment on function private.exemption_facts(pg_catalog.uuid,pg_catalog.text) is 'What papers keep of an exemption certificate: {id, number, reason, words, state: Texas, valid_to}.';

comment on function private.exemption_for(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'The certificate by which a sale to this contact is without sales tax today: that of the one sale, else the blanket one that
holds longest; null without one, and for other taxes.';

comment on function private.exemption_said(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'What staff read beside the sales tax of a draft: the facts of the certificate with says: holds, or why tax is charged although the client has one: begins, ended,
for_another_sale, elsewhere (it is for other states). Null for a client without certificates.';

comment on function private.exemptions_of_paper(pg_catalog.text,pg_catalog.uuid) is 'The facts of the certificates by which a paper is without sales tax: quotation, order, invoice, credit_note. An order has those of its
quotation and extra work as they were sent, an invoice those of its orders, a credit note those of its invoice. Null without one.';

comment on function private.follow_certificate() is 'Drafts of the client follow a certificate that is entered, changed or removed. One that a sent or issued paper used cannot be removed.';

comment on function private.follow_client_rate(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Lines of a quotation with the rate of a former client, place and exemption get that of its own. A rate that somebody chose stays.';

comment on function private.follow_exemption() is 'Lines of a draft that had the rate by a former exemption certificate get that of now. A rate that somebody chose stays, and lines of orders keep theirs.';

comment on function private.keep_exemption() is 'A new draft, and one for another client or site, reckons with the certificate that holds today.';

comment on function private.sale_state(pg_catalog.uuid,pg_catalog.uuid) is 'The letters of the state where goods for this site or client go; null where it is unknown, and for other taxes.';

comment on function private.settle_certificate() is 'The states of a certificate are their letters, each once; it begins today unless it says when; one for one sale is of its client.';

comment on function private.settle_exemption(pg_catalog.text,pg_catalog.uuid) is 'A draft (quotation or invoice) reckons with the certificate that holds today, and its lines follow. Changes nothing of other papers.';

comment on function private.settle_exemptions(pg_catalog.uuid) is 'Drafts of one contact, or of all, reckon with the certificates that hold today: hourly, and when a certificate changes. Returns how many it looked at.';

comment on function private.state_name(pg_catalog.text) is 'The name of a state of the United States by its two letters: Texas. Another text stays.';

comment on function private.states_of_america() is 'The states of the United States with the District of Columbia: two letters and the name in small letters.';

comment on function private.tax_facts_for(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'The same facts of a site, a client and a certificate today.';

comment on function private.tax_facts_of_paper(pg_catalog.text,pg_catalog.uuid) is 'What decides the sales tax of a paper and stays in its snapshot: {tax_place, tax_exemptions}, each only where there is one. private.usual_vat reads it.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'The rate of a new line for this contact: reverse charge for a business abroad, else p_own, the rate of a service or material, else the
usual one. Where no VAT is charged anyway, that stays. p_tax: the facts of private.tax_facts_of_paper. By an exemption certificate every rate is none,
else the rate of the place of sales tax stands in for the usual one.';

comment on function private.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, whether the client is a business of another state of the European Union, and the
place of sales tax where the goods of this paper (p_kind: quotation, order, invoice) or of this client go: {name, rate, parts}; null where it is unknown. exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on function public.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, whether the client is a business of another state of the European Union, and the
place of sales tax where the goods of this paper (p_kind: quotation, order, invoice) or of this client go: {name, rate, parts}; null where it is unknown. exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on column public.exemption_certificates.file_path is 'In the bucket exemption-certificates.';

comment on column public.exemption_certificates.quotation_id is 'The one sale that it is for, with its order and invoices. Null: a blanket certificate, for every sale.';

comment on column public.exemption_certificates.states is 'The letters of its states, sorted: {OK,TX}.';

comment on column public.exemption_certificates.valid_to is 'Its last day. Null: it does not end.';

comment on column public.invoices.exemption_id is 'The certificate by which an invoice without an order is without sales tax; those of orders follow from these.';

comment on column public.quotations.exemption_id is 'The certificate by which its lines are without sales tax. Written by private.keep_exemption and private.settle_exemption.';

comment on table public.exemption_certificates is 'Why a client owes no sales tax in which states, until when. Papers keep their own copy: a changed certificate alters none that was sent or issued.';

insert into private.record_kinds ("kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact") select "kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact" from jsonb_populate_record(null::private.record_kinds, '{"kind":"exemption_certificate","page":null,"actor":"r.created_by","label":"r.number","title":null,"detail":"null::text","finder":null,"status":"null::text","contact":null,"position":100,"searched":null,"has_story":false,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.exemption_certificates","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":false,"found_by_contact":false}');

insert into private.file_rules ("rule", "bucket", "command") select "rule", "bucket", "command" from jsonb_populate_record(null::private.file_rules, '{"rule":"bucket_id = ''exemption-certificates'' and ((select private.can(''invoices'', ''create''))\n    and name ~ ''^[0-9a-f-]{36}/[0-9a-f-]{36}\\.[a-z0-9]{1,8}$'')","bucket":"exemption-certificates","command":"insert"}');

insert into private.file_rules ("rule", "bucket", "command") select "rule", "bucket", "command" from jsonb_populate_record(null::private.file_rules, '{"rule":"bucket_id = ''exemption-certificates'' and ((select private.can(''contacts'', ''view'')))","bucket":"exemption-certificates","command":"select"}');

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"settle-exemptions","runs_at":"17 * * * *","statement":"select private.settle_exemptions()"}');

insert into storage.buckets ("id", "name", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection") select "id", "name", "owner", "public", "owner_id", "file_size_limit", "allowed_mime_types", "avif_autodetection" from jsonb_populate_record(null::storage.buckets, '{"id":"exemption-certificates","name":"exemption-certificates","owner":null,"public":false,"owner_id":null,"file_size_limit":10485760,"allowed_mime_types":["application/pdf","image/png","image/jpeg","image/webp"],"avif_autodetection":false}');

reset check_function_bodies;
