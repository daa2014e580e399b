-- What was written off is not credited as well: together they would leave money to the client that nobody paid.

create function private.guard_written_off() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_written_off numeric;
  v_credited numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  select coalesce(sum(w.amount), 0) into v_written_off from public.write_offs w where w.invoice_id = new.invoice_id;
  if v_written_off > 0 then
    select coalesce(sum(n.gross), 0) into v_credited from public.credit_notes n
     where n.invoice_id = new.invoice_id and n.id <> new.id and n.status not in ('draft', 'void');
    if v_credited + new.net + new.vat > v_invoice.gross - v_written_off then
      perform private.refuse('PT409', format('%s of %s were written off: take that back first, or credit no more than %s',
        private.amount_text(v_written_off), v_invoice.invoice_number,
        private.amount_text(greatest(v_invoice.gross - v_written_off - v_credited, 0))));
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_written_off() is 'A credit note and what was written off are no more than the invoice together.';

create trigger guard_written_off before update of net, vat, status on public.credit_notes
  for each row when (new.status <> 'void' and ((old.net, old.vat) is distinct from (new.net, new.vat) or (old.status = 'draft' and new.status = 'issued')))
  execute function private.guard_written_off();

create or replace function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select id into v_id from public.write_offs where id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.amount_text(v_note.open)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.amount_text(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  if v_amount = v_row.balance then
    perform private.cancel_mails('invoice', p_invoice_id);
  end if;
  return v_id;
end $$;

revoke execute on all routines in schema private from public;
