set check_function_bodies = off;

drop routine private.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text);

drop routine public.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text);

create or replace function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null,
  p_asked boolean default false)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(v.gross), 0)),
        'balance', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.state = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000))))
       and (not coalesce(p_asked, false)
            or v.id = any (array(select q.record_id from private.open_questions() as q where q.kind = 'invoice'))));
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.invoice_totals(date, text, uuid, boolean, text, boolean)');

comment on function private.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

comment on function public.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

reset check_function_bodies;
