set check_function_bodies = off;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth) || jsonb_build_object('on', v.rate_of),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid, 'pay_to', private.pay_to(v_row.snapshot -> 'company'),
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'announced', private.announced_of(null, v_row.id, null),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.own_language(v_row.person_id, v_row.contact_id));
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
  return jsonb_build_object('kind', 'delivery', 'language', private.language_of('delivery', v_row.id),
    'client_language', private.reader_language('delivery', v_row.id), 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'scheduled_has_time', v_row.scheduled_has_time,
    'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id), 'typed_signature', private.typed_signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_of('delivery', v_row.id), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
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
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id),
               'typed_signature', private.typed_signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices, 'legal_form', legal_form, 'represented_by', represented_by, 'register_court', register_court,
    'legal_notice', legal_notice, 'exemption_note', exemption_note, 'tax_kind', tax_kind, 'rounding', rounding)
    from public.company_settings
$$;

create or replace function private.bank_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('account_holder', coalesce(account_holder, name), 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'bank_fields', bank_fields, 'bank_code', bank_code, 'account_number', account_number)
    from public.company_settings
$$;

create or replace function private.pay_to(p_company jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select b.facts || jsonb_build_object('is_changed', coalesce(p_company ->> 'iban', p_company ->> 'account_number') is not null
      and coalesce(b.facts ->> 'iban', b.facts ->> 'account_number') is not null
      and (case when coalesce(b.facts ->> 'bank_fields', 'iban') = 'iban' then array[b.facts ->> 'iban'] else array[b.facts ->> 'bank_code', b.facts ->> 'account_number'] end)
        is distinct from (case when coalesce(p_company ->> 'bank_fields', 'iban') = 'iban' then array[p_company ->> 'iban']
          else array[p_company ->> 'bank_code', p_company ->> 'account_number'] end))
    from (select private.bank_facts() as facts) as b
$$;

create or replace function private.export_sources() returns table (name text, source regclass, key text[], columns text[], kept text, reason text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.relname::text, c.oid::regclass,
           coalesce((select array_agg(a.attname::text order by k.place)
             from pg_catalog.pg_index i, unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
             join pg_catalog.pg_attribute a on a.attnum = k.attnum and a.attrelid = c.oid
            where i.indrelid = c.oid and i.indisprimary), '{id}'),
           (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attname <> all (array['public_uuid', 'search_text', 'sort_name'] || coalesce(l.left_out, '{}'))),
           coalesce(l.kept, 'true'), l.reason
      from pg_catalog.pg_class c
      left join private.export_limits() l on l.source = c.relname
     where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         or c.relnamespace = 'private'::regnamespace and c.relname in ('people_of_accounts', 'document_sequences', 'hour_closings',
           'invoice_order_vat', 'request_invoices', 'paper_languages', 'paper_companies', 'former_slugs'))
       and (l.source is null or l.left_out is not null);
end $$;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('language', case when p_record_id is null then private.client_language(null, null) else private.language_of(p_kind, p_record_id) end,
    'types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'account_changed', coalesce((select v.balance > 0 and (private.pay_to(v.snapshot -> 'company') ->> 'is_changed')::boolean
       from public.invoices v where p_kind = 'invoice' and v.id = p_record_id), false),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce((select nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') from public.contacts c where c.user_id = p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
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
    'terms', q.terms, 'client_note', q.client_note, 'cash_discount', private.promised_cash_discount(q),
    'company', private.company_of('quotation', q.id), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
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
         else jsonb_strip_nulls(jsonb_build_object('tax_place', s.snapshot -> 'tax_place', 'tax_exemptions', s.snapshot -> 'tax_exemptions', 'is_collected', s.snapshot -> 'is_collected')) end
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
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'day_before', private.day_before(o), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_of('order', o.id), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id and not private.is_nothing(i)), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      || private.tax_facts_of_paper('order', o.id)
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
  perform private.keep_company(p_kind, p_id);
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
      p_stops_with_answer => p_kind in ('quotation', 'order'), p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders) then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;

create table private.paper_companies (
  kind      text not null,
  record_id uuid not null,
  company   jsonb not null,
  primary key (kind, record_id)
);

create or replace function private.company_of(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select k.company from private.paper_companies k where k.kind = p_kind and k.record_id = p_id), private.company_facts());
end $$;

create or replace function private.rounds_to_nearest(p_company jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(p_company ->> 'tax_kind' in ('sales_tax', 'gst'), false) or coalesce(p_company ->> 'rounding' = 'nearest', false)
$$;

create or replace function private.paper_rounds_to_nearest(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select private.rounds_to_nearest(k.company) from public.orders o join private.paper_companies k on k.kind = 'quotation' and k.record_id = o.quotation_id
      where p_kind = 'order' and o.id = p_id),
    (select private.rounds_to_nearest(k.company) from private.paper_companies k where k.kind = p_kind and k.record_id = p_id),
    private.tax_is_rounded());
end $$;

create or replace function private.keep_company(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind in ('quotation', 'order', 'delivery', 'purchase_order') then
    insert into private.paper_companies as k (kind, record_id, company) values (p_kind, p_id, private.company_facts())
    on conflict (kind, record_id) do update set company = excluded.company || jsonb_build_object('tax_kind', k.company -> 'tax_kind', 'rounding', k.company -> 'rounding')
      where k.kind in ('order', 'purchase_order');
  end if;
end $$;

create or replace function private.keep_language_of_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'draft' then
    delete from private.paper_languages l where l.kind = tg_argv[0] and l.record_id = new.id;
    delete from private.paper_companies k where k.kind = tg_argv[0] and k.record_id = new.id;
  else
    perform private.keep_language(tg_argv[0], new.id);
    perform private.keep_company(tg_argv[0], new.id);
  end if;
  return null;
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
  perform private.total_quotation(p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  perform private.check_prices_of_quotation(p_id);
  perform private.must_mean_tax(v_row.vat, v_row.currency);
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

create or replace function private.revise_quotation(p_id uuid, p_reason text default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'change quotations');
begin
  if v_row.status = 'draft' then
    return v_row.version;
  elsif v_row.status not in ('sent', 'change_requested', 'rejected', 'expired') then
    perform private.refuse('PT409', format('This quotation is %s', case v_row.status when 'converted' then 'approved'
      else v_row.status end));
  end if;
  update public.quotation_versions set chosen = private.quotation_document(p_id)
   where quotation_id = p_id and version = v_row.version;
  update public.quotations
     set status = 'draft', version = version + 1,
         valid_until = case when valid_until < private.company_today() then null else valid_until end
   where id = p_id;
  perform private.total_quotation(p_id);
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'revised',
    jsonb_build_object('version', v_row.version + 1, 'reason', left(nullif(btrim(p_reason), ''), 2000)));
  return v_row.version + 1;
end $$;

create or replace function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id), 'proof_waits', private.proof_waits(v_row.id),
      'client_language', private.own_language(v_row.person_id, v_row.contact_id), 'pay_to', private.pay_to(private.company_of('quotation', v_row.id)))
    || private.version_before(v_row) || private.order_of_quotation(v_row.id);
end $$;

create or replace function private.tax_to_cents(p_net numeric, p_rate numeric, p_nearest boolean) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_nearest then round(p_net * p_rate / 100, 2) else trunc(p_net * p_rate / 100, 2) end
$$;

create or replace function private.quotation_vat(p_quotation_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.tax_to_cents(sum(i.net), i.vat_rate, paper.nearest)
    from public.quotation_items i cross join (select private.paper_rounds_to_nearest('quotation', p_quotation_id) as nearest) as paper
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount') and (not i.is_optional or i.is_selected)
   group by i.vat_rate, i.vat_treatment, paper.nearest
   order by i.vat_rate, i.vat_treatment
$$;

create or replace function private.order_vat(p_order_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.tax_to_cents(sum(i.net), i.vat_rate, paper.nearest)
    from public.order_items i cross join (select private.paper_rounds_to_nearest('order', p_order_id) as nearest) as paper
   where i.order_id = p_order_id and i.kind in ('item', 'discount')
   group by i.vat_rate, i.vat_treatment, paper.nearest
   order by i.vat_rate, i.vat_treatment
$$;

create or replace function private.purchase_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_costs constant boolean := private.is_server() or private.named('view_financial_data');
begin
  perform private.must('inventory', 'view', 'see purchase orders');
  return (
    select jsonb_build_object('number', o.purchase_number, 'language', private.language_of('purchase_order', o.id), 'status', o.status, 'ordered_at', coalesce(o.sent_at, o.created_at),
      'expected_on', o.expected_on, 'note', o.note, 'company', private.company_of('purchase_order', o.id), 'supplier', private.contact_facts(o.supplier_id),
      'lines', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'sku', i.sku, 'supplier_sku', l.supplier_sku, 'qty', trim_scale(l.qty)::text,
                 'unit', l.unit, 'unit_cost', case when v_costs then c.unit_cost::text end,
                 'net', case when v_costs then private.amount_text(private.line_net(l.qty, c.unit_cost, 0)) end) order by i.name)
          from public.purchase_order_lines l join public.inventory_items i on i.id = l.item_id
          left join public.purchase_order_line_costs c on c.line_id = l.id where l.purchase_order_id = o.id), '[]'))
      from public.purchase_orders o where o.id = p_id);
end $$;

revoke execute on all routines in schema private from public;

alter table private.paper_companies enable row level security;

comment on function private.bank_facts() is 'The bank account of the company today with its holder, as pages, mails and statements that ask for money name it.';

comment on function private.get_public_invoice(pg_catalog.uuid,pg_catalog.text) is 'An issued invoice by its link, numbers as text, with the credit that its client may use and the account to pay to today (pay_to); null for a wrong,
revoked or unissued one alike.';

comment on function private.get_public_quotation(pg_catalog.uuid,pg_catalog.text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last, with what the client has chosen of it. pay_to: the account of today.';

comment on function private.keep_language_of_paper() is 'A paper that is sent or issued keeps its language and what the company says on it; a quotation that is changed again goes out in the language that its client has
then, with the company as it is then.';

comment on function private.mail_values(pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid) is 'Everything that a template is filled with; example values without a record. values is null when the record is gone.
account_changed: an open invoice names another bank account than that of today.';

comment on function private.order_vat(pg_catalog.uuid) is 'The VAT table of an order, rounded as its quotation or on the day it was sent.';

comment on function private.quotation_vat(pg_catalog.uuid) is 'The VAT table of a quotation: lines that count, by rate and treatment, rounded as on the day it was sent.';

comment on function public.get_public_invoice(pg_catalog.uuid,pg_catalog.text) is 'An issued invoice by its link, numbers as text, with the credit that its client may use and the account to pay to today (pay_to); null for a wrong,
revoked or unissued one alike.';

comment on function public.get_public_quotation(pg_catalog.uuid,pg_catalog.text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last, with what the client has chosen of it. pay_to: the account of today.';

comment on function private.company_of(pg_catalog.text,pg_catalog.uuid) is 'What the company says of itself on a paper: as on the day it was sent, before that as of today.';

comment on function private.keep_company(pg_catalog.text,pg_catalog.uuid) is 'A paper keeps what the company says of itself from now on. A quotation and a delivery note that keep it already change nothing; a confirmation or a purchase order that is sent anew
is a paper of its new day, with its tax rounded as before.';

comment on function private.paper_rounds_to_nearest(pg_catalog.text,pg_catalog.uuid) is 'Whether the tax of a paper goes to the nearest cent: of an order as its quotation was sent, else as on the day the paper was sent, else as today.';

comment on function private.pay_to(pg_catalog.jsonb) is 'The account of today with its holder, and whether it is another one than that of a paper (its facts of the company), so that the client is told.';

comment on function private.rounds_to_nearest(pg_catalog.jsonb) is 'Whether the tax of a company, by its facts, goes to the nearest cent, as private.vat_of does it.';

comment on function private.tax_to_cents(numeric,numeric,boolean) is 'The tax as private.vat_of, for a paper that keeps the rounding of its day.';

comment on table private.paper_companies is 'The facts of the company (private.company_facts) as a quotation, order confirmation, delivery note or purchase order said them on the day it was sent or handed over.
Without a row: not yet. Invoices, credit notes and statements keep them in their snapshot.';

reset check_function_bodies;
-- What was sent before keeps what it said: a quotation that of its version, with the tax by which its rows came to cents; other papers what the company says now.
insert into private.paper_companies (kind, record_id, company)
select 'quotation', q.id, v.snapshot -> 'company' || jsonb_build_object('tax_kind', coalesce(
    (select case when (t ->> 'vat')::numeric = trunc((t ->> 'base')::numeric * (t ->> 'vat_rate')::numeric / 100, 2) then 'vat' else 'sales_tax' end
       from jsonb_array_elements(v.snapshot -> 'vat_table') as t
      where trunc((t ->> 'base')::numeric * (t ->> 'vat_rate')::numeric / 100, 2) <> round((t ->> 'base')::numeric * (t ->> 'vat_rate')::numeric / 100, 2)
      limit 1), s.tax_kind))
  from public.quotations q join public.quotation_versions v on v.quotation_id = q.id and v.version = q.version, public.company_settings s
 where q.status <> 'draft' and jsonb_typeof(v.snapshot -> 'company') = 'object';
insert into private.paper_companies (kind, record_id, company)
select l.kind, l.record_id, private.company_facts()
  from private.paper_languages l where l.kind in ('order', 'delivery', 'purchase_order') and exists (select from public.company_settings);
