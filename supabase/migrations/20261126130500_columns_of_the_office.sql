-- Clients read no lines of quotations and no payments: their links show what they are to see of them, without the prices by
-- quantity that are not shown and the notes of the office. And the links of appointments are the visitors' own.

alter policy "whoever reads a quotation reads its lines" on public.quotation_items using ((select private.can('quotations', 'view')));
alter policy "whoever reads a quotation reads its lines" on public.quotation_items rename to "staff read lines";
alter policy "staff read payments, clients read theirs" on public.payments using ((select private.can('payments', 'view')));
alter policy "staff read payments, clients read theirs" on public.payments rename to "staff read payments";

revoke select on public.bookings from authenticated;
grant select (id, reference, type_id, desk, starts_at, ends_at, busy_until, busy, status, held_until, name, email, phone, company, address, note,
  moved, cancel_reason, cancelled_by, reminded_at, source, created_at, updated_at, row_version) on public.bookings to authenticated;

revoke execute on all routines in schema private from public;
