set check_function_bodies = off;

create or replace function private.client_portal() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact();
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'name', private.client_label(v_contact), 'currency', (select s.currency from public.company_settings s), 'company', private.company_facts(),
    'client_language', private.own_language(null, v_contact.id), 'language', private.client_language(null, null),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id));
end $$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'company', private.company_facts(),
      'client_language', private.own_language(o.person_id, o.contact_id), 'language', private.client_language(null, null),
      'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

reset check_function_bodies;
