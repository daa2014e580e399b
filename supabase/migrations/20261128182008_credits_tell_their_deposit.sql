set check_function_bodies = off;

create or replace function private.credited_by(p_notes uuid[]) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select jsonb_build_object(
    'net', private.amount_text(coalesce(sum(n.net), 0)), 'vat', private.amount_text(coalesce(sum(n.vat), 0)),
    'gross', private.amount_text(coalesce(sum(n.gross), 0)),
    'discount', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'discount'), 0)),
    'deposit', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'deposit'), 0)),
    'papers', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'credit_number', n.credit_number, 'invoice_number', v.invoice_number, 'kind', v.kind,
      'gross', private.amount_text(n.gross)) order by n.credit_number), '[]'),
    'rates', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.vat_rate::numeric, r.vat_treatment) from (
        select t.vat_rate::text as vat_rate, t.vat_treatment, private.amount_text(sum(t.base)) as base, private.amount_text(sum(t.vat)) as vat
          from public.credit_note_vat t where t.credit_note_id = any (p_notes) group by t.vat_rate, t.vat_treatment) as r), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = any (p_notes)
$function$;

comment on function private.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, deposit, papers, rates. Refused as the note would be. Amounts are text.';

comment on function private.credited_by(pg_catalog.uuid[]) is 'What credit notes give back together: totals, discounts and deducted deposits that they take off (net), papers and VAT rates, amounts as text.';

comment on function public.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, deposit, papers, rates. Refused as the note would be. Amounts are text.';

reset check_function_bodies;
