-- Write-offs.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.write_offs (
  id             uuid primary key default gen_random_uuid(),
  invoice_id     uuid not null references public.invoices (id) on delete restrict,
  amount         numeric(14, 2) not null,
  reason         text not null,
  written_off_on date not null,
  reverses_id    uuid references public.write_offs (id) on delete restrict,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  constraint write_offs_reversal_is_below_zero check ((reverses_id is null) = (amount > 0) and amount <> 0),
  constraint write_offs_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100)
);
create index write_offs_invoice_id_idx on public.write_offs (invoice_id);
create unique index write_offs_reversed_once_idx on public.write_offs (reverses_id);
create index write_offs_written_off_on_idx on public.write_offs (written_off_on);
create index write_offs_created_by_idx on public.write_offs (created_by);
comment on table public.write_offs is 'What of an invoice is given up for lost, and why. Taking it back is a record below zero.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.write_offs', '', p_audited => true);
grant select on public.write_offs to authenticated;
create policy "staff who see invoices see what was written off" on public.write_offs
  for select to authenticated using ((select private.can('invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.written_off(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(w.amount), 0) from public.write_offs w where w.invoice_id = p_invoice_id);
end $$;
comment on function private.written_off is 'What of an invoice was given up for lost and not taken back.';

create function private.must_write_off(p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most constant numeric := (select c.small_rest from public.company_settings c);
begin
  if not (private.is_server() or private.can('invoices', 'delete'))
    and private.worth(p_amount + private.written_off(p_invoice_id), (select v.rate from public.invoices v where v.id = p_invoice_id)) > v_most then
    perform private.refuse('42501', format('You may write off rests of %s of an invoice at most', private.money_words(v_most)));
  end if;
end $$;
comment on function private.must_write_off is
  'Who may change invoices writes off a small rest of one, all parts together no more than the company says; more is for who may delete invoices.';

create function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_kept public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'edit', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select * into v_kept from public.write_offs where id = p_id;
  if found then
    perform private.must_be_same(v_kept.invoice_id = p_invoice_id and v_kept.amount = coalesce(p_amount, v_kept.amount), 'write-off');
    return p_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif v_row.kind = 'deposit' then
    perform private.refuse('PT409', 'A deposit that nobody pays is credited: nothing was sold yet');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.money_words(v_note.open, v_row.currency)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.money_words(v_row.balance, v_row.currency)));
  end if;
  perform private.must_write_off(p_invoice_id, v_amount);
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;
comment on function private.write_off_invoice is
  'Gives up what is open of an issued invoice, or a part of it, with a reason; small rests for who may change invoices (must_write_off). Its VAT stays as it was
invoiced. p_id: chosen by the caller, so that a repeated call writes off once. Returns the id.';
call private.offer('private.write_off_invoice(uuid, text, numeric, uuid)');

create function private.undo_write_off(p_id uuid, p_reason text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'edit', 'write invoices off');
  select * into v_row from public.write_offs where id = p_id;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  select id into v_id from public.write_offs where reverses_id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'There is nothing to take back');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  perform private.must_write_off(v_row.invoice_id, 0);
  insert into public.write_offs (invoice_id, amount, reason, written_off_on, reverses_id, created_by)
  values (v_row.invoice_id, -v_row.amount, btrim(p_reason), private.company_today(), p_id, auth.uid()) returning id into v_id;
  perform private.log_event('invoice', v_row.invoice_id, 'write_off_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(v_row.invoice_id);
  return v_id;
end $$;
comment on function private.undo_write_off is 'What was written off is owed again, by a record of its own. Returns its id.';
call private.offer('private.undo_write_off(uuid, text)');

create function private.guard_written_off() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_written_off numeric;
  v_credited numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  v_written_off := private.written_off(new.invoice_id);
  if v_written_off > 0 then
    select coalesce(sum(n.gross), 0) into v_credited from public.credit_notes n
     where n.invoice_id = new.invoice_id and n.id <> new.id and n.status not in ('draft', 'void');
    if v_credited + new.net + new.vat > v_invoice.gross - v_written_off then
      perform private.refuse('PT409', format('%s of %s were written off: take that back first, or credit no more than %s',
        private.money_words(v_written_off, v_invoice.currency), v_invoice.invoice_number,
        private.money_words(greatest(v_invoice.gross - v_written_off - v_credited, 0), v_invoice.currency)));
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_written_off is 'A credit note and what was written off are no more than the invoice together.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on public.write_offs
  for each row execute function private.guard_closed('written_off_on');
create trigger append_only before update or delete on public.write_offs
  for each row execute function private.refuse_change();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.write_offs', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices', 'statements')$$);
