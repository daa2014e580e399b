-- Written by `npm run db:migration` from supabase/schemas.

create or replace function private.payment_facts(p_payment public.payments) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with papers as (
      select v.id, v.kind, v.invoice_number, v.order_id, v.balance from public.invoices v
       where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment.id group by 1 having sum(a.amount) > 0)
    ), kept as (
      select k.order_id from public.kept_deposits k where k.payment_id = p_payment.id group by 1 having sum(k.amount) > 0
    ), ahead as (
      select s.order_id from papers s where s.kind = 'deposit' union select k.order_id from kept k
    ), orders_ahead as (
      select o.order_number, o.deposit_amount - o.deposit_paid as amount from public.orders o
       where o.id in (select h.order_id from ahead h) and o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid
    ), its_orders as (
      select o.* from public.orders o
       where o.id = p_payment.order_id or o.id in (
         select s.order_id from papers s
         union select k.order_id from kept k
         union select i.order_id from public.invoice_items i join papers s on s.id = i.invoice_id)
    ), open_part as (
      select coalesce((select sum(s.balance) from papers s where s.kind <> 'deposit'), 0)
        + coalesce((select sum(o.amount) from orders_ahead o), 0) as amount
    ), early as (
      select d.facts from papers s join public.invoices v on v.id = s.id cross join lateral private.cash_discount_facts(v) as d (facts)
       where s.kind <> 'deposit' and s.balance > 0 and (d.facts ->> 'is_open')::boolean
         and (select count(*) from papers x where x.kind <> 'deposit' and x.balance > 0) = 1 and not exists (select from orders_ahead)
    )
    select jsonb_build_object(
        'deposits', (select string_agg(d.number, ', ' order by d.number) from (
          select s.invoice_number as number from papers s where s.kind = 'deposit'
          union all select o.order_number from kept k join public.orders o on o.id = k.order_id) as d),
        'invoices', (select string_agg(s.invoice_number, ', ' order by s.invoice_number) from papers s where s.kind <> 'deposit'),
        'orders', (select string_agg(o.order_number || coalesce(' (' || nullif(btrim(o.project_title), '') || ')', ''), ', ' order by o.order_number) from its_orders o),
        'discount', (select private.amount_text(sum(d.amount)) from public.cash_discounts d where d.payment_id = p_payment.id having sum(d.amount) > 0),
        'still_open', (select private.amount_text(r.amount) from open_part r where r.amount > 0),
        'open_papers', (select string_agg(l.number, ', ' order by l.number) from (
          select s.invoice_number as number from papers s where s.kind <> 'deposit' and s.balance > 0
          union all select o.order_number from orders_ahead o) as l),
        'settled', (select 'yes' from open_part r where r.amount = 0 and (exists (select from papers) or exists (select from kept))),
        'early_day', (select e.facts -> 'until' from early e), 'early_amount', (select e.facts -> 'pays' from early e),
        'early_discount', (select e.facts -> 'amount' from early e),
        'went_back', case when p_payment.refunded > 0 then private.amount_text(p_payment.refunded) end,
        'credit', case when private.payment_free(p_payment.id) > 0 then private.amount_text(private.payment_free(p_payment.id)) end));
end $$;
comment on function private.payment_facts is
  'What a mail about a payment says that it is for: numbers of the deposits and invoices that it pays, its orders with their titles, the cash discount that was taken with it,
what is still to pay of those papers and deposits, of which, and with which cash discount, or that nothing is, what of it went back, and what of it settles nothing yet. Amounts are text; null where there is nothing to say.';

insert into private.mail_variables (kind, name, label, type, example, position) values ('payment', 'went_back', 'What of it was paid back; empty without', 'money', '', 21);

-- The shipped words of the receipt, where nobody changed them.
create temporary table changed_words (language text, is_now text);
insert into changed_words values
  ('en', '</p>{% if went_back != blank %}<p>{{ went_back }} of it went back to you.</p>{% endif %}{% if credit != blank %}'),
  ('de', '</p>{% if went_back != blank %}<p>{{ went_back }} davon haben wir Ihnen zurückgezahlt.</p>{% endif %}{% if credit != blank %}'),
  ('fr', '</p>{% if went_back != blank %}<p>{{ went_back }} vous en ont été remboursés.</p>{% endif %}{% if credit != blank %}'),
  ('it', '</p>{% if went_back != blank %}<p>{{ went_back }} Le sono stati rimborsati.</p>{% endif %}{% if credit != blank %}'),
  ('es', '</p>{% if went_back != blank %}<p>{{ went_back }} de este importe se le han devuelto.</p>{% endif %}{% if credit != blank %}'),
  ('pt', '</p>{% if went_back != blank %}<p>{{ went_back }} deste valor foram-lhe devolvidos.</p>{% endif %}{% if credit != blank %}'),
  ('nl', '</p>{% if went_back != blank %}<p>{{ went_back }} daarvan hebben wij aan u terugbetaald.</p>{% endif %}{% if credit != blank %}'),
  ('pl', '</p>{% if went_back != blank %}<p>{{ went_back }} z tej kwoty zwróciliśmy Państwu.</p>{% endif %}{% if credit != blank %}'),
  ('mt', '</p>{% if went_back != blank %}<p>{{ went_back }} minnu tħallsu lura lilek.</p>{% endif %}{% if credit != blank %}');
alter table public.email_templates disable trigger user;
update public.email_template_versions v
   set body = replace(v.body, '</p>{% if credit != blank %}', w.is_now)
  from public.email_templates t join changed_words w on w.language = t.language
 where t.id = v.template_id and t.key = 'payment_receipt' and t.version = 1 and t.created_by is null;
update public.email_templates t
   set body = replace(t.body, '</p>{% if credit != blank %}', w.is_now)
  from changed_words w
 where t.key = 'payment_receipt' and w.language = t.language and t.version = 1 and t.created_by is null;
alter table public.email_templates enable trigger user;
drop table changed_words;
