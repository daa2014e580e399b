set check_function_bodies = off;

create or replace function private.book_supplier_invoice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.booked_on := coalesce(new.booked_on, private.first_open_day(new.invoice_date));
  elsif (old.status = 'disputed') <> (new.status = 'disputed') then
    -- A disputed invoice is in no return: it leaves an open period, and comes back into one.
    if new.status = 'disputed' then
      if old.booked_on <= private.books_closed_to() then
        perform private.refuse('PT409', format('The books are closed up to %s, and a dispute would take this invoice out of them. %s',
          private.day_text(private.books_closed_to()), case old.status when 'received' then 'It is not approved: nothing of it is paid.'
            else 'Take its approval back instead: then nothing of it is paid.' end));
      end if;
      perform private.refuse_closed_day(old.booked_on);
    else
      new.booked_on := private.first_open_day(new.booked_on);
    end if;
  end if;
  if tg_op = 'UPDATE' and new.invoice_date <> old.invoice_date and new.booked_on = old.booked_on then
    new.booked_on := private.first_open_day(case when old.booked_on = old.invoice_date then new.invoice_date else greatest(old.booked_on, new.invoice_date) end);
  end if;
  return new;
end $$;

reset check_function_bodies;
