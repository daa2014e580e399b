-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.cost_accounts (
  id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  archived boolean not null default false,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint cost_accounts_pkey PRIMARY KEY (id),
  constraint cost_accounts_code_length CHECK (char_length(btrim(code)) >= 1 AND char_length(btrim(code)) <= 20 AND char_length(code) <= 30),
  constraint cost_accounts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint cost_accounts_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120)
);
alter table public.cost_accounts enable row level security;
CREATE UNIQUE INDEX cost_accounts_code_idx ON public.cost_accounts USING btree (lower(btrim(code)));
grant delete, insert, select, update on public.cost_accounts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.cost_accounts to service_role;
create policy "staff who change invoices of suppliers add cost accounts" on public.cost_accounts for insert to authenticated
  with check (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
create policy "staff who change invoices of suppliers remove cost accounts" on public.cost_accounts for delete to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
create policy "whoever reads invoices of suppliers reads cost accounts" on public.cost_accounts for select to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can));
create policy "staff who change invoices of suppliers change cost accounts" on public.cost_accounts for update to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.cost_accounts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('supplier-invoices:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.cost_accounts FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.cost_accounts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.cost_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.cost_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.cost_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.cost_accounts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices');
CREATE TRIGGER pin BEFORE UPDATE ON public.cost_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.cost_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.cost_accounts is 'The accounts that lines of bills are booked to, under the numbers of the company''s accountant.';
comment on column public.cost_accounts.archived is 'Booked lines keep it; no further line takes it.';

CREATE OR REPLACE FUNCTION private.fill_supplier_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and (new.qty, new.unit_price) is distinct from (old.qty, old.unit_price) and new.net = old.net then
    new.net := null;
  end if;
  new.net := coalesce(new.net, trunc(new.qty * new.unit_price, 2));
  if tg_op = 'UPDATE' and (new.net, new.vat_rate) is distinct from (old.net, old.vat_rate) and new.vat = old.vat then
    new.vat := null;
  end if;
  new.vat := coalesce(new.vat, private.vat_of(new.net, new.vat_rate));
  if tg_op = 'INSERT' or new.cost_account_id is distinct from old.cost_account_id then
    perform from public.cost_accounts a where a.id = new.cost_account_id and a.archived;
    if found then
      perform private.refuse('PT409', 'This cost account is archived. Please choose another.');
    end if;
  end if;
  return new;
end $function$;
comment on function private.fill_supplier_line() is 'Net and VAT of a line follow quantity, price and rate where the paper says nothing else. An archived account takes no line.';

CREATE OR REPLACE FUNCTION private.rate_of_vat(p_net numeric, p_vat numeric)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select r.rate from (select v.rate from public.vat_rates v union select 0) as r
      where abs(p_vat - p_net * r.rate / 100) <= 0.01 order by abs(p_vat - p_net * r.rate / 100), r.rate desc limit 1),
    case when p_net > 0 then least(100, trunc(p_vat * 100 / p_net, 2)) else 0 end)
$function$;
grant execute on function private.rate_of_vat(p_net numeric, p_vat numeric) to authenticated;
grant execute on function private.rate_of_vat(p_net numeric, p_vat numeric) to service_role;
comment on function private.rate_of_vat(p_net numeric, p_vat numeric) is 'The rate of the company that this VAT is of this net; where it is none, the percentage that it comes to.';

CREATE OR REPLACE FUNCTION private.settle_supplier_lines(p_bill public.supplier_invoices)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
  v_net numeric;
  v_vat numeric;
begin
  select count(*), coalesce(sum(net), 0), coalesce(sum(vat), 0) into v_count, v_net, v_vat
    from public.supplier_invoice_items where supplier_invoice_id = p_bill.id;
  if v_count = 0 then
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, vat)
    values (p_bill.id, 'a0001', format('Invoice %s', btrim(p_bill.supplier_number)), 1, p_bill.net,
      private.rate_of_vat(p_bill.net, p_bill.vat), p_bill.vat);
  elsif v_net <> p_bill.net then
    perform private.refuse('PT409', format('The lines come to %s net, the invoice to %s. Please correct the lines or the invoice first.',
      private.amount_text(v_net), private.amount_text(p_bill.net)));
  elsif abs(p_bill.vat - v_vat) > 0.01 * v_count then
    perform private.refuse('PT409',
      format('The VAT of the lines comes to %s, that of the invoice to %s. Please correct the lines or the invoice first.',
        private.amount_text(v_vat), private.amount_text(p_bill.vat)));
  elsif v_vat <> p_bill.vat then
    update public.supplier_invoice_items set vat = vat + p_bill.vat - v_vat
     where id = (select l.id from public.supplier_invoice_items l where l.supplier_invoice_id = p_bill.id
                  order by l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $function$;
comment on function private.settle_supplier_lines(p_bill public.supplier_invoices) is 'Before an approval: the lines come to the net and the VAT of the bill, or it is refused. Cents of rounding, one a line at most,
go to the largest line. A bill without lines gets one.';
