set check_function_bodies = off;

drop routine private.get_company();

drop routine private.mail_language_of(p_kind text, p_id uuid);

drop routine public.get_company();

alter table public.company_settings add column language text not null default 'en'::text;

create or replace function private.is_client_language(p_code text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_code in ('en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'mt');
end $$;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id)))
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

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), sums as (
    select coalesce(sum(debit - credit) filter (where on_date < p_from), 0) as opening, coalesce(sum(debit - credit), 0) as closing from entries
  ), invoices as materialized (
    select o.* from private.open_invoices(p_contact_id, p_to) as o
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from invoices as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  -- json and not jsonb within: thousands of lines are put in order of their keys once, at the end. Amounts as private.amount_text has them.
  select jsonb_build_object('kind', 'statement', 'language', private.client_language(null, p_contact_id), 'date_from', p_from, 'date_to', p_to,
    'currency', (select currency from public.company_settings),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(sums.opening), 'closing', private.amount_text(sums.closing),
    'lines', coalesce((
      select json_agg(json_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', e.due_date, 'debit', e.debit::numeric(14, 2)::text, 'credit', e.credit::numeric(14, 2)::text,
               'balance', e.running::numeric(14, 2)::text) order by e.on_date, e.sort, e.number, e.id)
        from entries e where e.on_date >= p_from)::jsonb, '[]'),
    'open', coalesce((
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', o.gross::numeric(14, 2)::text, 'open', o.open::numeric(14, 2)::text) order by o.due_date, o.number)
        from invoices as o where o.open > 0)::jsonb, '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - sums.closing)))
    from sums, ageing
$$;

create or replace function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_snapshot jsonb;
begin
  perform private.must('statements', 'create', 'make statements');
  select id into v_id from public.statements where id = p_id;
  if found then
    return v_id;
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  v_snapshot := private.client_statement(p_contact_id, p_from, p_to);
  insert into public.statements (id, statement_number, contact_id, date_from, date_to, opening, closing, currency, snapshot, created_by)
  select coalesce(p_id, gen_random_uuid()), n.number, p_contact_id, p_from, p_to, (v_snapshot ->> 'opening')::numeric,
         (v_snapshot ->> 'closing')::numeric, v_snapshot ->> 'currency', v_snapshot || jsonb_build_object('number', n.number), auth.uid()
    from (select private.draw_number('ST') as number) as n
  returning id into v_id;
  perform private.keep_language('statement', v_id);
  perform private.log_event('statement', v_id, 'created');
  return v_id;
end $$;

create or replace function private.get_public_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'language', private.language_of('delivery', v_row.id), 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', private.brought_before(o.id, v_row.id, v_row.delivered_at)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text, tax_kind text, tax_name text, tax_id_name text, paper_size text, length_unit text, first_weekday smallint,
  language text)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone,
         s.tax_kind, s.tax_name, s.tax_id_name, s.paper_size, s.length_unit, s.first_weekday, s.language
    from public.company_settings s
$$;

create or replace function private.mail_language(p_kind text, p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select private.language_of(p_kind, p_id)
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$$;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('language', case when p_record_id is null then private.client_language(null, null) else private.language_of(p_kind, p_record_id) end,
    'types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce(private.person_label(p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
end $$;

create or replace function private.claim_due(p_most integer default 10)
  returns setof jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_mail public.scheduled_emails;
  v_strange text;
begin
  for v_mail in
    with due as (
      select e.id from public.scheduled_emails e
       where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
          or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes')
       order by e.next_try_at, e.send_at, e.id limit least(greatest(p_most, 1), 100) for update skip locked
    )
    update public.scheduled_emails e set status = 'sending', claimed_at = now(), tries = e.tries + 1
      from due where e.id = due.id returning e.*
  loop
    begin
      v_strange := private.recipient_of_leaver(v_mail);
      if v_strange is not null then
        perform private.settle_mail(v_mail.id, format('%s, who chose the address %s, does not work here any more. Send the mail again if it is right.',
          private.person_label(v_mail.created_by), v_strange), true);
        continue;
      end if;
      return query
        select jsonb_build_object('id', c.id, 'dedupe_key', c.dedupe_key, 'tries', c.tries, 'recipients', c.recipients, 'cc', c.cc,
            'subject', coalesce(c.own_subject, t.subject), 'body', coalesce(c.own_body, t.body),
            'paper', case when t.attaches_paper and c.record_id is not null then c.record_kind end, 'record_id', c.record_id,
            'attachments', c.attachments)
          || private.mail_values(coalesce(t.kind, c.record_kind), c.record_id, c.variables, c.created_by)
          || jsonb_build_object('language', c.language)
          from (select v_mail.*) as c left join private.template_of(c.template_key, c.language) t on true;
    exception when others then
      perform private.settle_mail(v_mail.id, format('Its values could not be read: %s', sqlerrm), true);
    end;
  end loop;
end $$;

create or replace function private.choose_mail_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
begin
  new.language := private.language_of(new.record_kind, new.record_id);
  v_template := private.template_of(new.template_key, new.language);
  if v_template.id is not null then
    new.template_name := v_template.name;
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
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id),
    'person', private.contact_facts(q.person_id), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    from public.quotations q where q.id = p_quotation_id
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
      from public.orders o where o.id = p_id);
end $$;

create or replace function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text;
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  perform private.check_mail_plan(p_kind, p_note, v_at, p_reminders);
  v_series := private.count_as_sent(p_kind, p_id, p_to);
  perform private.keep_language(p_kind, p_id);
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind = 'quotation', p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders) then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;

create table private.paper_languages (
  kind      text not null,
  record_id uuid not null,
  language  text not null,
  primary key (kind, record_id),
  constraint paper_languages_language_is_known check (private.is_client_language(language))
);

create or replace function private.client_language(p_person_id uuid, p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select c.language from public.contacts c where c.id = p_person_id and private.is_client_language(c.language)),
    (select c.language from public.contacts c where c.id = p_contact_id and private.is_client_language(c.language)),
    (select s.language from public.company_settings s), 'en');
end $$;

create or replace function private.language_of(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select l.language from private.paper_languages l where l.kind = p_kind and l.record_id = p_id),
    (select private.client_language(parties.person_id, parties.contact_id) from private.mail_parties(p_kind, p_id) as parties limit 1),
    private.client_language(null, null));
end $$;

create or replace function private.keep_language(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.paper_languages (kind, record_id, language)
  values (p_kind, p_id, private.language_of(p_kind, p_id)) on conflict (kind, record_id) do nothing;
end $$;

create or replace function private.keep_language_of_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'draft' then
    delete from private.paper_languages l where l.kind = tg_argv[0] and l.record_id = new.id;
  else
    perform private.keep_language(tg_argv[0], new.id);
  end if;
  return null;
end $$;

create or replace function private.purchase_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_costs constant boolean := private.is_server() or private.named('view_financial_data');
begin
  perform private.must('inventory', 'view', 'see purchase orders');
  return (
    select jsonb_build_object('number', o.purchase_number, 'language', private.language_of('purchase_order', o.id), 'status', o.status, 'ordered_at', coalesce(o.sent_at, o.created_at),
      'expected_on', o.expected_on, 'note', o.note, 'company', private.company_facts(), 'supplier', private.contact_facts(o.supplier_id),
      'lines', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'sku', i.sku, 'supplier_sku', l.supplier_sku, 'qty', trim_scale(l.qty)::text,
                 'unit', l.unit, 'unit_cost', case when v_costs then c.unit_cost::text end,
                 'net', case when v_costs then private.amount_text(private.line_net(l.qty, c.unit_cost, 0)) end) order by i.name)
          from public.purchase_order_lines l join public.inventory_items i on i.id = l.item_id
          left join public.purchase_order_line_costs c on c.line_id = l.id where l.purchase_order_id = o.id), '[]'))
      from public.purchase_orders o where o.id = p_id);
end $$;

alter table public.company_settings add constraint company_settings_language_is_known CHECK (private.is_client_language(language));

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

alter table private.paper_languages enable row level security;

create or replace trigger keep_language after update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_language_of_paper('credit_note');

create or replace trigger keep_language after update of status on public.deliveries
  for each row when (old.status is distinct from new.status and new.status in ('partially_delivered', 'delivered'))
  execute function private.keep_language_of_paper('delivery');

create or replace trigger keep_language after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_language_of_paper('invoice');

create or replace trigger keep_language after update of status on public.quotations for each row
  when (old.status is distinct from new.status and (old.status = 'draft' or new.status = 'draft'))
  execute function private.keep_language_of_paper('quotation');

comment on function private.mail_language(pg_catalog.text,pg_catalog.uuid) is 'As language_of, for people who may view the document; null for others.';

comment on function public.mail_language(pg_catalog.text,pg_catalog.uuid) is 'As language_of, for people who may view the document; null for others.';

grant execute on routine private.is_client_language(p_code text) to authenticated;

grant execute on routine private.is_client_language(p_code text) to service_role;

comment on function private.client_language(pg_catalog.uuid,pg_catalog.uuid) is 'The language in which a client is written to: that of the contact person, else of the client, else of the company.';

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function private.is_client_language(pg_catalog.text) is 'Whether what clients read exists in that language. src/shared/domain/texts/languages.ts has the same codes.';

comment on function private.keep_language(pg_catalog.text,pg_catalog.uuid) is 'A document keeps its language from now on. A second call changes nothing.';

comment on function private.keep_language_of_paper() is 'A paper that is sent or issued keeps its language; a quotation that is changed again goes out in the language that its client has then.';

comment on function private.language_of(pg_catalog.text,pg_catalog.uuid) is 'The language of a document and of the mails about it: the one that it was sent in, else that of its client.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on column public.company_settings.language is 'What clients read who have no language of their own.';

comment on table private.paper_languages is 'In which language a document was sent, issued or handed over. It keeps that language, whatever the client reads later. Without a row: not yet.';

-- What went out before this was English.
insert into private.paper_languages (kind, record_id, language)
select 'quotation', q.id, 'en' from public.quotations q where q.status <> 'draft'
union all select 'invoice', v.id, 'en' from public.invoices v where v.status not in ('draft', 'void')
union all select 'credit_note', n.id, 'en' from public.credit_notes n where n.status not in ('draft', 'void')
union all select 'statement', s.id, 'en' from public.statements s
union all select 'delivery', d.id, 'en' from public.deliveries d
           where d.status in ('partially_delivered', 'delivered')
              or exists (select from public.scheduled_emails m where m.record_kind = 'delivery' and m.record_id = d.id)
union all select distinct m.record_kind, m.record_id, 'en' from public.scheduled_emails m
           where m.record_kind in ('order', 'purchase_order') and m.record_id is not null;

reset check_function_bodies;
