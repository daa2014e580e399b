set check_function_bodies = off;

comment on function private.names_an_errand(pg_catalog.text) is 'Whether words name something that nobody makes: delivery, a survey, design time and the like, alone or with a place ("Delivery to the harbour").
"Delivery van, both sides" is a thing that is made.';

comment on column public.company_settings.map_point is 'Latitude and longitude in degrees, as `51.477900, -0.001500`; the public site shows the place on a map.';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"any","name":"company_phone","type":"text","label":"Our telephone number","example":"555 0100","position":7}')) where t.kind::text = 'any' and t.name::text = 'company_phone';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"any","name":"sender","type":"text","label":"Who sends it","example":"Maria Novak","position":4}')) where t.kind::text = 'any' and t.name::text = 'sender';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"booking","name":"place","type":"text","label":"Where","example":"Harbour entrance, 1 Quay Street","position":15}')) where t.kind::text = 'booking' and t.name::text = 'place';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"booking","name":"staff","type":"text","label":"Who comes","example":"Paul Martin","position":16}')) where t.kind::text = 'booking' and t.name::text = 'staff';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"delivery","name":"place","type":"text","label":"Where it goes","example":"Harbour entrance, 1 Quay Street","position":18}')) where t.kind::text = 'delivery' and t.name::text = 'place';

update private.mail_variables as t set ("example") = (select "example" from jsonb_populate_record(null::private.mail_variables, '{"kind":"delivery","name":"received_by","type":"text","label":"Who received it","example":"Joe Weber","position":17}')) where t.kind::text = 'delivery' and t.name::text = 'received_by';

reset check_function_bodies;
