-- Settings of hand-overs that only migrations changed are in their first version, as in a new database.
alter table public.hand_over_settings disable trigger user;

update public.hand_over_settings set row_version = 1 where num_nonnulls(consultant_number, client_number, xero_tax_rate) = 0 and row_version <= 3;

alter table public.hand_over_settings enable trigger user;
