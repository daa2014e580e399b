set check_function_bodies = off;

alter table public.company_settings add column exemption_note text;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices, 'legal_form', legal_form, 'represented_by', represented_by, 'register_court', register_court,
    'legal_notice', legal_notice, 'exemption_note', exemption_note)
    from public.company_settings
$$;

alter table public.company_settings add constraint company_settings_exemption_note_length CHECK (char_length(exemption_note) <= 300);

comment on column public.company_settings.exemption_note is 'Why no tax is charged on exempt lines, in the words that the law of the company wants: the scheme of small businesses. Null: that it is exempt.';

reset check_function_bodies;
