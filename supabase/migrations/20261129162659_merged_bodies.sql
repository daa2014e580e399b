set check_function_bodies = off;

update public.hand_over_settings as t set ("row_version") = (select "row_version" from jsonb_populate_record(null::public.hand_over_settings, '{"id":1,"row_version":1,"client_number":null,"xero_tax_rate":null,"account_length":4,"consultant_number":null,"automatic_accounts":["3125","3425","8300","8400"]}')) where t.id::text = '1';

reset check_function_bodies;
