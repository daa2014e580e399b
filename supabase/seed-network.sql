-- The demo company is connected to the test access point. The number of a client says by its end how the access point behaves.

select private.connect_network('Test access point', true);

insert into public.electronic_receivers (contact_id, address, profile)
select c.id, listed.address, listed.profile
  from (values
    ('Marigold Florist', '9943:MT10000016', 'peppol'),
    ('Parrot Paper & Toys', '9943:MT10000020-REJECT', 'peppol'),
    ('Two Stroke Garage', '9943:MT10000021-SLOW', 'peppol'),
    ('Olive & Thyme Grocers', '9943:MT10000012-UNKNOWN', 'peppol'),
    ('Calypso Optics', '9943:MT10000023-SILENT', 'peppol'),
    ('Granary Books', '0204:991-12345-73', 'xrechnung')
  ) as listed (company, address, profile)
  join public.contacts c on c.company = listed.company and c.type = 'Business';
