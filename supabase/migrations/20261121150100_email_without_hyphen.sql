-- What is wrong with a row of a file, in the words of the form (src/shared/domain/contact.ts), which writes Email.
create or replace function private.contact_row_problem(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(problem, '; ' order by place) from (
    select place, case
             when char_length(value) > most then label || ': At most ' || most || ' characters'
             when field in ('phone', 'mobile') and value <> '' and regexp_count(value, '\d') < 3
               then label || ': A number has at least 3 digits'
             when field = 'email' and value <> '' and value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
               then label || ': This is not a whole email address'
             when field = 'vat_number' and value <> '' and value !~ '^[A-Z0-9]{4,20}$'
               then label || ': A VAT number has 4 to 20 letters and digits'
             when field = 'payment_terms_days' and value <> '' and (value !~ '^\d{1,3}$' or value::integer > 365)
               then label || ': A whole number of days, 0 to 365'
             when field = 'name' and value = '' and p_row ->> 'type' = 'Person' then label || ': Please enter the first name'
             when field = 'company' and value = '' and p_row ->> 'type' = 'Business'
               then label || ': Please enter the name of the business'
           end as problem
      from (values
        (1, 'name', 'First name', 200), (2, 'last_name', 'Last name', 200), (3, 'company', 'Company', 200),
        (4, 'email', 'Email', 320), (5, 'phone', 'Phone', 50), (6, 'mobile', 'Mobile', 50),
        (7, 'vat_number', 'VAT number', null), (8, 'address_line', 'Address', 500), (9, 'city', 'Town', 200),
        (10, 'postcode', 'Postcode', 20), (11, 'country', 'Country', 200),
        (12, 'payment_terms_days', 'Payment terms (days)', null), (13, 'note', 'Note', 5000)
      ) as fields (place, field, label, most)
      cross join lateral (select btrim(coalesce(p_row ->> field, '')) as value) as given
  ) as judged
$$;
