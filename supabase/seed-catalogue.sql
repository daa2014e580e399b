-- DEMO DATA, after seed-trade.sql: products that the company makes, and price calculations. The same day gives the same rows.

create temporary table made (n int, slug text, name text, price numeric, service text, public boolean, summary text, description text);
insert into made values
  (1, 'roll-up-stand', 'Roll-up stand', 98, 'roll-up-stand', true, 'Printed banner in an aluminium base, with a bag.',
   'Stands in a minute and fits under an arm. The print is 440 g banner that does not curl; it is changed without a new base.'),
  (2, 'led-letter', 'Built-up LED letter', 165, 'led-letters', true, 'One letter in aluminium and acrylic, lit from within or behind.',
   'Letters for fronts and receptions. We draw your name, you approve a mockup, and we fit the letters on site.'),
  (3, 'acrylic-plaque', 'Acrylic plaque on stand-offs', 65, 'acrylic-plaque', true, 'Laser cut, printed or engraved, with four stand-offs.',
   'For practices, offices and doors. Clear or opal acrylic of 5 mm with polished edges.'),
  (4, 'pavement-sign', 'Pavement sign, A-frame', 145, null, true, 'Two printed faces in a steel frame that stands in wind.',
   'Faces of ACM 3 mm that are changed with four screws.'),
  (5, 'totem', 'Totem, 2 m', 1850, 'lightbox', false, 'Free-standing, lit, with a steel base.', null);
insert into public.manufactured_products (id, slug, name, summary, description, base_price, service_id, is_public, sort, created_by, created_at)
select md5('signwright demo product ' || slug)::uuid, slug, name, summary, description, price, (select id from public.services s where s.slug = made.service),
       public, n, (select id from auth.users where email = 'victor@example.com'), now() - interval '90 days'
  from made;

insert into public.product_options (id, product_id, option_group, name, effect, value, is_usual, sort)
select md5('signwright demo option ' || product || coalesce(grouped, '') || name)::uuid, md5('signwright demo product ' || product)::uuid, grouped, name, effect,
       value, usual, row_number() over ()
  from (values
    ('roll-up-stand', 'Size', '850 × 2000 mm', 'amount', 0, true), ('roll-up-stand', 'Size', '1000 × 2000 mm', 'amount', 24, false),
    ('roll-up-stand', 'Size', '1200 × 2000 mm', 'amount', 46, false), ('roll-up-stand', 'Print', 'Standard', 'amount', 0, true),
    ('roll-up-stand', 'Print', 'Photo quality', 'amount', 12, false), ('roll-up-stand', null, 'Second print to change', 'amount', 55, false),
    ('roll-up-stand', null, 'LED spot', 'amount', 38, false),
    ('led-letter', 'Height', '200 mm', 'amount', -45, false), ('led-letter', 'Height', '300 mm', 'amount', 0, true),
    ('led-letter', 'Height', '450 mm', 'amount', 60, false), ('led-letter', 'Light', 'Halo, from behind', 'amount', 0, true),
    ('led-letter', 'Light', 'Face, from within', 'amount', 10, false), ('led-letter', 'Light', 'None', 'amount', -40, false),
    ('led-letter', null, 'For outside, sealed', 'percent', 28, false),
    ('acrylic-plaque', 'Size', 'A4', 'amount', 0, true), ('acrylic-plaque', 'Size', 'A3', 'amount', 35, false),
    ('acrylic-plaque', 'Material', 'Clear', 'amount', 0, true), ('acrylic-plaque', 'Material', 'Opal', 'amount', 6, false),
    ('acrylic-plaque', null, 'Engraved and filled with paint', 'percent', 20, false),
    ('pavement-sign', 'Size', 'A1', 'amount', 0, true), ('pavement-sign', 'Size', 'A0', 'amount', 48, false),
    ('pavement-sign', null, 'Weights for the feet', 'amount', 18, false)
  ) as listed (product, grouped, name, effect, value, usual);

insert into public.product_parts (product_id, inventory_item_id, option_id, qty)
select md5('signwright demo product ' || product)::uuid, i.id, case when option is not null then md5('signwright demo option ' || product || option)::uuid end, qty
  from (values ('roll-up-stand', 'BN440-160', null, 1.8), ('roll-up-stand', 'BN440-160', 'Second print to change', 1.8),
    ('led-letter', 'AC5-OPAL', null, 0.12), ('led-letter', 'ACM3-W-2440', null, 0.2), ('led-letter', 'LED-3', null, 9), ('led-letter', 'PSU-100', null, 0.2),
    ('acrylic-plaque', 'AC5-OPAL', null, 0.0693), ('acrylic-plaque', 'SO-19', null, 4), ('pavement-sign', 'ACM3-W-2440', null, 1.1),
    ('totem', 'RAIL-AL', null, 10), ('totem', 'LED-3', null, 60), ('totem', 'PSU-100', null, 1)) as listed (product, sku, option, qty)
  join public.inventory_items i on i.sku = listed.sku;

insert into public.product_pictures (product_id, alt, image)
select md5('signwright demo product ' || product)::uuid, alt, image from (values
  ('roll-up-stand', 'A roll-up stand with a blue banner', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAeAAAAFoCAMAAAC46dgSAAAARVBMVEUAAADf4uTu8vTZ3uGJk5gKVmsLXHNihZGQpK21yM7+/v7N1tpUbnpPZ3IzSlPu7+8mMTeQn6fitwDyxABYXV8WHSAWFxdnubeuAAAHiElEQVR42u3d62KiSBRFYU2YARRvM5j3f9QBL7GTUSO10V2crPW3TZrUZ3EpFWczCt6cItcBv1HcAA4ewMEDOHgABw/g4AEcPICDB3DwAA4ewMEDOHgABw/g4AEcPICDB3DwAA4ewMEDOHgABw/g4AEcPICDB3DwAA4ewMEDOHgABw/g4AEcPICDB3DwAA4ewMEDOHgABy974Pci997dQ3S37IEL912mfqxwD9HdJgD8V94BrNUB/51zAIsBrAUwwN4A1gIYYG8AawEMsDeAtQAG2BvAWgAD7A1gLYAB9gaw1q8CLqt6/rZYzOuqBDiXxgIul4uvLcdBBlhsFOCmXlyrbgC2NwJwOV/cai5PY4DFdOB6ca8aYG8qcLn4KW0SAywmAtc/+oqTGGAxDfjL0be+zNXyC/wcYF8S8HXdK8YA21KA/+BdXfnnVT2CMMBiAvBl/3zrPKrU99IAi6UDf87PWn0QwE8sGfhzdlZ3H1aJV0sAiyUDPwpXaodhgMVSgeuH5m9fJe2kARZLBC4HqNXKThpgsUTg+ZD9rnImDbBYGnAzaFKep3vKq4cAi6UB18MOqwMfDvCIpQGfpuTqwYev0k+kARZLAi6Hzsg6+TQLYLEk4OVQr9MzYgnwy0sCHr7HTd5HAyyWAtwMP2eqU8+jARZLAS6HH1ETfgTgUUoBroadQ/etHl3YBHjkUoDrhANq6pUwwGIpwPNk4OGrlQCLpQCnnBKnnkYDLAawFsAAe+MYrBUSmLPoSyGBuQ6+FBKYlaxLIYFZi74UEphXky7FBOb14M9iAvOOjs9iAvOerM+CAvOuynNBgXlf9LmgwHyy4VxUYD6bdCoqMJ8uPBUWmM8HH4sLzCf8D8UF5h4dhwIDc5edvsjA3CfrLTgwd7qLDsy9KqMDc7fZ6MDcLzo6MHd8Dw/Mdza4t+FufOuK1u8A/pvvTcq28b/57I1vPsspvrtQC2CAvQGsBTDA3gDWAhhgbwBrAQywN4C1AAbYG8BaAAPsDWAtgAH2BrDWBIBzD2CpYl1scq7bPvcQ3W0KwA+8tdkXwGIAawEMsDeAtQAG2BvAWgAD7A1gLYAB9gawFsAAewNYC2CAvQGsBTDA3gDWAhhgbwBrAQywN4C1AAbYG8BaAAPsDWCtqQJbPsOwAXj8bgFvXx/AzwhgLYAB9gawFsAAewNYC2CAvQGsBTDA3gDWAhhgb6xFa00V2HJHnQXA48fLhVoAA+wNYC2AAfYGsBbAAHsDWAtggL0BrAUwwN4ca9EbgF/XLeDd8wL4ld0Erp4VwC8NYC2AAfYGsBbAAHsDWGuywFwHP9ZUgV/+3iuAnxRLlVoAA+wNYC2AAfYGsBbAAHtzfzbpp2smgMUMrwcPem0YYLHXL1UOW7YEWAxgLYAB9gawFsAAewNYa7LAXAc/1lSBrfflAHjEWKrUAhhgbwBrAQywN4C1AAbYG8BaAAPsDWAtgAH2BrAWwAB7A1gLYIC9AawFMMDeANYCGGBvAGsBDLA3gLUABtgbwFoAA+wNYC2AAfYGsBbAAHsDWAtggL0BrAUwwN4A1gIYYG/PuEfHoHv2A/zcbgH/kx7AOXUT+N/UAM4qgLUABtgbwFoAA+wNYC2AAfYGsBbAAHsDWAtggL0BrAUwwN4A1gIYYG8AawEMsDeAtQAG2BvAWgAD7A1gLYAB9gawFsAAewNYC2CAvQGsBTDA3gDWAhhgbwBrAQywN4C1AAbYG8BaAAPsDWAtgAH2BrAWwAB7A1hrssDcq/Kxpgq8URrRF2A1biesBTDA3gDWAhhgbwBrAQywN4C1AAbYG8BaAAPsDWAtgAH2BrAWwAB7A1gLYIC9AawFMMDeANYCGGBvAGsBDLBpw1rprc+vr810HDMFns/2q2m1z3Ug89yudt9MrX3rHrRr5Qo8W7m9BreabdyjdiWARwTOcSQBBtgSwCOVH/B8We+KdpLAbbGrl7kNZzbA82VVtNvDJeV+PVHg9f6w/du2qHKBzgF4Xhftx2lguilwaJLAx03vd0CHJ+pHW9T+wfUCb5bF+vyU/9KEgc+ddkjrYum8fHICb6oOd9t8ow0DfGJuOuV1ZTM2AhezWXsVt289wZWs9a0/pmpnM9dLEj7g9Wy3vFO/Fu0mG1C/Fn3vz9nN1r8N+O549HPY/fLQwNY//D2mcc52BgfrF87g+8fgUP3OY/D9s+gw/eKz6IPxrevgAHEd/LkNV1ayJhwrWTe25MtadFlU9ZSs67oqStaiH9qi4xT4OF58fGzXbVPsctTuTHdF064vm8qrSQO37b23bs7z4jiI27ZtyuJA/kL0/j/rOIuyadvtWfS4r2l61fd8BzFj4G9b+t6Nc1UU34b46L7fdjO9o296/I5/t6u66j+7ivZZ//Dup/ofLrvf0v2u9Xa7//7fHJ5eRXf0WGZM+m3YJgN8devfT7vKw+Q6sfzPZUD9M+X0VOl3E6dDw1Qwrw7RpIHpxwAOHsDBAzh4AAcP4OABHDyAgwdw8AAOHsDBAzh4AAcP4OABHDyAgwdw8AAOHsDBAzh4AAcP4OABHDyAgwdw8AAOHsDBm/8H09Kjr+ufcLYAAAAASUVORK5CYII='),
  ('led-letter', 'Letters L and J lit at night', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAeAAAAFoCAMAAAC46dgSAAAAQlBMVEUAAAAbJy0dKjEnKiYbGhWkjWvQtobx2Jju2qTy3ab/6bD+5qb/34rRV2y+HmC0AFpIfHi6El4LXHPy254fZ3RSSC8AeJGzAAAGxUlEQVR42u3cbVfaWABF4WDegBSp8/L//+pg1SKDq4TAuXq3e68131qnJ4+5xFZpGoO3MnIH4AfjJjA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwvBLAq7Zr7lvXfsZnZZU74sCrtmnafhjX92sc+ucPWta41h1p4Lbp+s32/m36rmmjVwayIwt8+OhD4Kq8NJR7fKh4RxS4bfrYZXmuL3QT17wjCdwGP+1fGooIV70jCNw2Y/i6bLdjAeG6d+SAS1yXEsKV74gBr+Ln2ktD+su8ynfEgMPPJcf6Julb/Y4UcNsUui7bbfSQrn5HCLjUwfZc8pCuf0cIuO2KXZfttsvdwvfcMU0/jk1ToR0h4JNXrumaFly54Kvw3Xa8x/2NXGJHBnjVvP972x/XtEB4Ezuj77VjmjU2siMD3Lbbu1yYmbWpM/pOO/7wy+I7MsDdyckWB+67EPBddkwzf11mRwb45NkzDzykXoTvseP9bxt2u93j4b/h48GJHSHg8fYLc0VjDPj2HcffNTzujz0OHyxO7AgBr88uzM/LLQZep56ybt/x23f3tD/taXcmnNhRDvivS1UCfNWO6aO79+wunoI7BE7uePPd7T9udyoscG3AF3yPwgJXCXzR93/CAtcFPF32/S08CVwf8Ovz1f7PDcdbWOCqgF9v4McLwI/HW1jgqoDnHNDvDmmB6wR+ugj8JHCVwNOsV+Djq/AkcI3Al16Bj6/CAlcG/HLwzvDd79/OaIGrA55zQr+d0QJXCHz5Gfr4HC2wwAJ/oR0CfwfgOQ/Rb4/RAlcI7B0ssMACC/xlgf06GA7s32Rxgf276G8B7L8mYYH99+DvAex3dGCB/Z4sOLDfVUkH9vui4cD+ZAMd2J9NogP704VwYH8+mA7sT/jTga96jw6BKwS+5l12BK4R+Ir3yRK4SuD573QncKXAM9+rUuBqgee926zAFQNvZ7xftMB1A78xT0V3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdAsN3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdAsN3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdAsN3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdAsN3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdAsN3CAzfITB8h8DwHQLDdwgM3yEwfIfA8B0Cw3cIDN8hMHyHwPAdXw94QQJXBLykvwUWWOAvcmEEFlhggT9/h8Bn/fNzQQLXA7wkgQUWWGCBBRZYYIEFFlhggQUWWGCBBRZYYIEFFlhggQUWWGCBBRZYYIEFFlhggQUWWGCBBRZYYIEFFlhggQUWWGCBBRZY4M/fIbDAAgtcH3AmgT8HeDy7MMnGJuN7y44lwIkdIeChKPAQA16+YwlwYkcGuOuLAvddCPiGHUuAEzsywG1bFPjfNgR8w44lwG1gRwZ41WxKArehZ6xbdiwA3mQoIk+gzcnZFm5IndC37FhyQiceJULAbbdg4NK61AlN2BECXp08f2YbUl8FI3aEgB/aptiFaXI3MGBHCvj01StZ5JWLsyMGXOpwSx7QhB0x4MPhNt4++2Jj9IAG7MgBF7kyed/adwSBD1cmfboNBXwr35EEPlyZ7BNKX8S37h1R4OePnvvkH6J/dMqOLPDzJ3/Xb26/CGdt+q7Q7Vv5jjTww6ptmrYfxvX69qvxq/V6HPrnD1rq9q17Rxz417XpmvvWFdateEcJ4Nf/070q88el7CgHbJ+SwPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwBIYnMDyB4QkMT2B4AsMTGJ7A8ASGJzA8geEJDE9geALDExiewPAEhicwPIHhCQxPYHgCwxMYnsDwVv8BflkM0h9yybQAAAAASUVORK5CYII='),
  ('acrylic-plaque', 'A clear plaque with four steel stand-offs', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAeAAAAFoCAMAAAC46dgSAAAANlBMVEUAAADX0cjm39bS09CftL3k6uz3+/wnLS+tpZm3sKWmrrLX3d90f4ZNXmaJlJoKVmsLXHNFWmTmnIBsAAAE2UlEQVR42u3cYXaaCABGUVPGtEV0Zva/2VFypm1S5UdOKPpy3w4+rwoCyW6neE8qdwb+om6A4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOtzbw8JduNQBuBzheBniv30sBP+ttgOMBjgc4HuB4gONdgL/u5ta9kgh4my7A3+YAJ7sAf78EuFkbeD+M4zh8DvcbW8vAh+n40nTY+tVfvZtbw8DjvHeal49bA6zc7a1d4NN58eml8+7T1gSrtrA1Czz+3DyvLn+Gl7ZWgQ+/bp5Xd4/Di1urwNOrzZfV09YOq7W4NQq8Px+JXnc8Vn8tLW+NAg9XRg9bS6zU8tYo8PjmW+vyvVU9zVreCvjhAwy4B+wYHAd2Fh0H9ju4DuxKVhzYteg6sLtJdWD3g+vAnuioA3smKw8swPUAxwMcD3A8wPEAxwMcD3A8wPEAxwMcD3A8wPEAxwMcD3A8wPEAxwP8vHuU3jUP8PPu78cI8LuB/3mEAAMGDBjw3QYYMGDAgO82wIABAwZ8twEGDBgw4LsNMGDAgAHfbYABAwb8KYEfJcDvA94/Su9bB7gd4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOBzge4HiA4wGOB3jbJzpWf08Cft79u12AAQMGDBgwYMCAAQMGDBgwYMAfC+xKVhv48f7eCLB+BDge4HiA4wGOBzge4HiA4wGOBzge4Hv9P1kf9G4FvOndpPXvMwEGDBgwYMCAAQMGDBgwYMCAPxfwfQb4o4C3/kfu6z5vCTge4HiA4wGOBzge4HiA4wGOBzge4HiA178Wven7DvDqd5MAAwYMGDBgwIABAwYMGDBgwID/HLArWW3gR3k+ErCbDVcCHA9wPMDxAMcDHA9wPMDxAMcDHA9wPMDxAMcDHA9wPMDxAMcDHK8NvB/GcRw+h/uNrWXgw3R8aTps/eqv3s2tYeBx3jvNy8etAVbu9tYu8Om8+PTSefdpa4JVW9iaBR5/bp5Xlz/DS1urwIdfN8+ru8fhxa1V4OnV5svqaWuH1VrcGgXen49Erzseq7+WlrdGgYcro4etJVZqeWsUeHzzrXX53qqeZi1vBfzwAQbcA3YMjgM7i44D+x1cB3YlKw7sWnQd2N2kOrD7wXVgT3TUgT2TlQcW4HqA4wGOBzge4HiA4wGOBzge4HgpYF0PcLwE8JetX8U7rgE8/N/Xb9/1ew8P/KMd4GsBjgc4HuB4gOOFgHW9CvCTrrfyy/7HgLVJgOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc4HuB4gOMBjgc43tN/GDTp3ua00/QAAAAASUVORK5CYII='),
  ('pavement-sign', 'An A-frame with a red poster', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAeAAAAFoCAMAAAC46dgSAAAAQlBMVEUAAADf4uTu8vTa3uCVn6ROZXBSXGEpJy1TbXk3Rk6Qo626wcQVDxSoAFRQFDazAFmQAEjt7e7Gzc98gYPO19v+/v7gx2n0AAAPKklEQVR42u2d4YKbvA5EScMSCPRrQ7Lv/6oXh26LBE0J2EYzV/O73SUc4CgSaxeFhzwnD3MGwN88vHHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5CEFfN60NPr56MNOEFLAZfHxfory6MNOEFLA1aV+P5fq6MNOEFLARbMBcFMcfdgJwgn4VHxsAPzBeSoYP9W12MC3rovr0QceP5yANymYU8KcgDcpmFPClIC3KZhTwpSA220KHiTcHn3o0UMJeKOCKSVMCbjbpuBBwt3Rhx49jIC3KphSwoyANyuYUcKMgOutCh4kXB998LHDCHizghklTAh4quBq1Ry4IpYwIeCpgpvi+78z7XvRSZgQ8FTBl/9+/Dv/Tf8Dm4QJAU8VXPxcAfhnQSxhPsBTBX8U31cA/i7+B93pYPtEUsEr+P74wSxhPsB1NzFqtwpwN5FwRyZhPsBTBXdraqyhyup4JUwH+DZtRK+qsWSV9VHcjv4IUUMHeKrgalWNFaqsilbCdICnCl5ZY8kqi0zCdIAv7ytYSfhy9EeIGjbAN/G0XadgKeGKS8JsgHtRL61TsGx11EV/9IeIGTbA9y0KVhK+H/0hYoYN8FTBK9scIdNWB5eEyQBvUzCzhMkASwW/A5hVwmSAy20KVhJm+kNwMsAbFUwsYS7AQsGr2xwh01YHlYS5AE8V/E6NJassKglzAS7Ffbi2zREi5g1MEuYCPFXwWzWWrLKYJEwFeLuCeSVMBXi7gnklTAV4quD1k4YvCU9aHUQSpgK8Q8G0EmYCLBT8VpsjZNrqIJIwE+CHeMq+V2PJKuujeBz9YWKFCbBU8Hs1lpo38EiYCXAz7Se/WWOFKmvax26O/jCxQgR4n4JZJUwEeJ+CWSVMBHiq4HfbHKOEJ/+fRsJEgBvxiH1XwWreQCNhIsBTPm+3OUKmVVbFsi4pD2Ch4FVLN8wkPHkE0EiYB3C5Y9KwIGGWHTp4ADfi/ntfwWrewCJhHsDFnknDXMIsi4PTAD6L2+/9NkdIJx4CHNtk0QAW+3BsaHM8qyzxTZpjhw4awFLBW2osNW8gkTANYPkldkuNpVodJBJmASwVvK3GGqosPgmzAC4jKFhLmOKbMAtgsQ/HRgWrVgfHDh0sgGMomFLCJICFgje2OZ4SnlwnHBImASwUvLHNEdKJJz2DhEkAx1Ewo4RJAMtH6x7A4lF/9MeKEA7Ap0gK1hKmODUMn+IaScFawgTtaA7AQsGb2xwhotXBIGEOwGJD6B0KVlUWg4QpAAsFb29zhIhWB4OEKQC38rbbwVdWWQyLg1MAjqdgPglTAO6iKVhLGH+HDgbAQsHbXqicSlj8MIKTg/8ZYiqYTsIMgMWG0LvaHCGi1YG/VyUDYKngfTXWUGVxSZgAsFLwvhpLzRvwJUwAWCl4X42llnLAlzAB4LgKZpMwAWCh4J1tjqeEp60OeAnjAxYK3tvmGCU8+XnwEsYHLBS8b9LwJeFqesWASxgfcC2eqHvbHCGiykLfqxIfcGwFk0kYHvAttoJnEsZeEg0ecCtp7FewmjegSxgecHwFc0kYHvB0EfAYbY4Q0eoAXxwcHbBYgTROjaWqLPB1SdEB91LBMWosNW8A36EDHfBdKjhGjaXnDdgbRqMDlgqOU2PJpRzAJQwOOImCqSQMDlgoOE6bI+Sn/LH90R9zR8ABl/JWi6NgPW+AXhwcHLBQcKQ2R4iosqAljA1YKThOmyOko5EwNuBECmaSMDZgoeBYbY4R8LTVgSxhbMCpFEwkYWjAUsGRJg1jxLwBWcLQgKWCo7U5QkSrA1nC0ICTKZhIwtCAhYLjtTlCZKsDWMLIgJWCY9ZYat4ALGFkwA/5GI2pYCVh4G2ykAGXshCKqWDd6sCVMDLgRj5FYypYSxh3hw5gwFLBUdscIYWs4FAlDAxYKjhqmyNEtDpwJQwMWCk4bo2llnLAlTAw4EbeYnFrLN3qgJUwMGCl4Lg1ln61EnbDaFzAiRXMImFcwGW6ScMYNW8AlTAu4MQKZpEwLuAi3aRhjJo3gEoYFrDYCit+myNEXEKo22TBAr6mVvBMwpg7dMACFgqOPWkYI+cNoBKGBZxcwSQSRgWcQcEcEkYFLL8FJ2hzhHRSA5DfhFEBV/Lcp6ix9LwBc4cOVMDq6ZmixtKtDkwJgwLWCk5RY+l5A6aEQQErBaepsdSrlZgSBgUsFZykzREiWx2QEgYFnEXBFBLGBCwXAU/T5giRrQ7IxcExActGdKI2R4h4UkC2ozEBKwWnaXOEdPASxgSsbqxUCtbzBkQJQwKWCk5XY+kqC1HCkIDbXAqeSRhvcXBIwFLBiSYNY+S8AVDCkIDFPhzp2hwhstUBuEMHIuB8CiaQMCJgreBUbY6Q7+gSRgRcSy+mrLH0vAFvr0pEwBkVjC9hQMBSwSnbHCGy1YEnYUDAUsHpJg1j5LwBT8KAgKWCk7Y5QmSVBSdhQMBKwSnbHCEdtoTxAGsFp62x9KuVcBLGA9yqE562xtKtDjgJ4wGu5SMzcY01a3Wg7VWJB1gqOOmkYYycN6BJGA6w3BA6dZsjRLY60DaMhgOcW8HoEoYDLBVcFTkiWh1gEoYDLBYBr5vqlj6V/JVYi4OjAb6p26n8TJ9SPTSgJIwGWO7DURfnDIDP6nf2R5+Ed4IG+K5K2gx8Pz9V4Q61YTQaYKXgSxbAF2AJgwFWCr7kUPAgYdHqwJIwGGCt4D4L4B5YwmCAS6Xgb1kAf1MSRvpDcDDA0oZVl4Xv52cnxAAlYSzASsFNnQlwLa8rJAljAdYybDMBbnEljAVYK/iWCfANV8JYgJWC87Q5QgpYCUMB1gqusgGuYCUMBVgpOMukYYx0A5KEoQDr05xj0jDmrC+to0/F6kABlgrONGkYI6ssIAkjAdYKzjNpGHNBlTASYLkVVq5Jwxg5bwDaJgsJ8KzSmT9IY2X2BbtHlTAS4EbdRfNJQ9HEyRywmjfg7NABBFgpeKnNkQ7wp/7lKBIGAqwUvDRpSAi4VhU8ioSBAGsFt1kBt6ASBgKsFXzKCvgEKmEgwP9WcErAMwkffTpWBgewVnCTGXCDKWEcwOWKSUNKwLoEAJEwDmCp4OVJQ0rAat6AImEcwMWKSUO6TtbnbN4AImEYwGc9z1kCHO0PCpd+uJ5lYWyTBQP4qp6QOScNvySsHIGxQwcMYK3gPH/TME0PKWEYwFrBuV6o/JMbpIRRACsFZ3yh8k9kqwNEwiiA1bfgjC9U/ol8tRLkmzAK4EopONffNEyj5g0YO3SgANYKPu3n9XZOiBIGAWxBwZgSBgGsFbwwaYi+Ota8Tm8AJQwCWCl4qc1RlHGzAFi1OiAkDAK4UPfOYwnwNWaWAD/UcwRBwhiAVXmzuHRDBsDf9GFAnDqEo1SN6MVJQwbAat4A0Y7GALxCwVkAA0oYA7BWcH8Q4B5PwhCAZwq+HQT4hidhCMCqR1ilfZvj5VsdlXyU2F8cHAKwUvDypCH6MtFLv0TNGwAkDAG4Uwo+YtIwRj1LAHboQAA8U/ARk4YxJzgJIwBepeBMgZMwAuBaKbjZz2lz1LzB/l6VCICVgg94ofJPVKvDvoQBACvvLU4askXNG+xLGABwq8/pwtINqfKvpRzsSxgAsFbwwqQh9iz4xUz4AiZhAMArFBy5TfmqXYkmYfuAZwruDwXcg0nYPuCZgm+HAr6BSdg+YLkb5V+WbsgHWLc6rO9VaR+wUvDipCEnYDVvsC5h84D1I7FrDwbcyieK9Q2jzQOeKXhp0pDve/Bs3mBdwuYBr1Fw/Fnwq5kwloTNA1aNhUMnDWPUvMH44uDWAasVSI+dNIxRrQ7j65JaB6z6CsdOGsY89CH1R5+kV7EO+K5r1jzbUb6KnjfY3jDaOmCl4GzbUb6K3KrSuISNA54pONd2lK9SI0nYOOCZgvOvnjRPjyRh44DLWdvoaLqf83mD6cXBjQPWCj7yhco/KYAkbBuwVvAhqyfNU+nLzrCEbQPWtsu4HeWrKHGYlrBtwDMFH/c3DdOcgCRsG7BNBUNJ2DTgmYKPnzSMaXAkbBqwVrCBScMYNW+wLGHTgOfFzNFkf2Ve/B19qv4a04CVgi1MGsboeYNhCVsGrBVsYtIwRs0bDEvYMmC1FZaNScMYNW8wvE2WZcAzBR+3dINOCyNhy4AbXatainq4mN2hwzBgreD6w1LkodmVsGHAWsGWY1fChgFrBZuOWQkbBqwVbDpmJWwYsFaw6ZjdMNouYCQFG5awXcBqHw7rsbpDh13AUAq2K2G7gNUi4NZjdXFws4DPUAq2u02WWcBXLAWb3aHDLGAwBZuVsFnAYAo2K2GrgNEUbFbCVgGDfQsOsflN2CrgCk3BVnfosAoYTsFWJWwE8OnRt9eyrKvm0h39rsbOdJemqsvy2vYPE2f2MMCBaXmfEr00w6m5h3MzpMdLOOzhKr0Pl2lzmfK+l8fRzg349Giv9+oL6tfFPnx+xvTt12PpC3Z1v7Z5UecCfHu0ZTV+zi5c0ldSpq9oX8MDa7y0L1XZPrK8xpUB8Lktm/FD3f//sC6lfz7Ewilpyjb1l+fEgM/XwLaphweTR6e91s+zc00JOSng9lJ0dek37av0Zd0Vl3Qr1qYEXBW137hr0tZFsiZJSsCF412bNhkFv4MNBPUOdgevCLKDv3kV/TL4VfQvyP49WIbpe/DveCeLt5Mlf5/3ojl70UuoX02TEIn3Pk16SXthHtxdhtNT1YH67yni0Rgfv+eCgWVdDYesjtnnwWuO6xxuiHAS56fw14kc6A/3/HABPP8K8T7u+Bv2K7s+LwWZvw5wZZ7/+zr+qHv4scNPH37H8Ju6hSMYL7/wb8Mj52zzRBoF/LfcBvLjPfSbQvWEcHlCiPM6SPe8eC7Pi6f6fe38en6cT1ZXa1gMGmDPm3HA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5HHA5Dn9D3eWhpm6620DAAAAAElFTkSuQmCC')
) as listed (product, alt, image);
drop table made;

-- Three calculations as sales would make them; the first stands in the newest draft of a quotation.
insert into public.price_calculations (id, name, service_id, inputs, nested, quantity, unit_price, net, created_by, updated_by, created_at, updated_at)
select md5('signwright demo calculation ' || n)::uuid, name, (select id from public.services s where s.slug = service),
       jsonb_build_object('quantity', quantity, 'min_charge', null, 'parts', parts, 'steps', steps,
         'service_id', (select id from public.services s where s.slug = service)), nested, 1, 0, 0, maria.id, maria.id,
       now() - make_interval(days => n), now() - make_interval(days => n)
  from (select id from auth.users where email = 'maria@example.com') as maria,
       lateral (select (select id from public.inventory_items where sku = 'ACM3-W-3050') as acm, (select id from public.inventory_items where sku = 'VP-137') as vinyl,
         (select id from public.inventory_items where sku = 'LAM-137') as laminate, (select id from public.inventory_items where sku = 'BN440-160') as banner,
         (select id from public.inventory_items where sku = 'AC3-CLR') as acrylic, (select id from public.inventory_items where sku = 'SO-19') as standoff,
         (select id from public.eco_solvent_parameters where name = 'Polymeric vinyl, standard') as print,
         (select id from public.eco_solvent_parameters where name = 'Banner 440 g, standard') as banner_print,
         (select id from public.machine_prices where machine = 'cnc' and name = 'ACM 3 mm') as cnc,
         (select id from public.machine_prices where machine = 'laser') as laser, (select id from public.machine_prices where machine = 'print') as printer,
         (select id from public.laser_parameters where name = 'Acrylic 3 mm, cut') as cut,
         (select id from public.human_service_parameters where name = 'Print and finishing') as finishing,
         (select id from public.human_service_parameters where name = 'Installation') as installation,
         (select id from public.travel_zones where name = 'Malta') as malta) as known,
       lateral (values
         (1, 'Nine site boards, ACM printed', 'acm-panel', '1', jsonb_build_array(jsonb_build_object('id', 'board', 'name', '', 'width_mm', '900', 'height_mm', '700', 'qty', '9')),
          jsonb_build_array(
            jsonb_build_object('id', 's1', 'kind', 'sheet', 'item_id', acm, 'parts', null, 'kerf_mm', '3', 'may_turn', true),
            jsonb_build_object('id', 's2', 'kind', 'roll', 'item_id', vinyl, 'parts', null, 'gap_mm', '5', 'overlap_mm', '20', 'waste_pct', '50', 'may_turn', true),
            jsonb_build_object('id', 's3', 'kind', 'ink', 'print_id', print, 'parts', null, 'sides', '1', 'coverage_pct', '100'),
            jsonb_build_object('id', 's4', 'kind', 'machine', 'price_id', cnc, 'parts', null, 'setups', '1', 'qty', null, 'speed_id', null),
            jsonb_build_object('id', 's5', 'kind', 'labour', 'work_id', finishing, 'minutes', '90', 'once', true)), '{"s1": "2", "s2": "6340.00"}'::jsonb),
         (2, 'Twelve door plaques, clear acrylic', 'acrylic-plaque', '12', jsonb_build_array(jsonb_build_object('id', 'face', 'name', 'Plaque', 'width_mm', '297', 'height_mm', '210', 'qty', '1')),
          jsonb_build_array(
            jsonb_build_object('id', 's1', 'kind', 'sheet', 'item_id', acrylic, 'parts', null, 'kerf_mm', '1', 'may_turn', true),
            jsonb_build_object('id', 's2', 'kind', 'machine', 'price_id', laser, 'parts', null, 'setups', '1', 'qty', null, 'speed_id', cut),
            jsonb_build_object('id', 's3', 'kind', 'item', 'item_id', standoff, 'qty', '4', 'once', false),
            jsonb_build_object('id', 's4', 'kind', 'labour', 'work_id', finishing, 'minutes', '10', 'once', false)), '{"s1": "1"}'),
         (3, 'Banner for the feast, fitted', 'printed-banner', '1', jsonb_build_array(jsonb_build_object('id', 'banner', 'name', 'Banner', 'width_mm', '5000', 'height_mm', '1500', 'qty', '2')),
          jsonb_build_array(
            jsonb_build_object('id', 's1', 'kind', 'roll', 'item_id', banner, 'parts', null, 'gap_mm', '10', 'overlap_mm', '20', 'waste_pct', '100', 'may_turn', true),
            jsonb_build_object('id', 's2', 'kind', 'ink', 'print_id', banner_print, 'parts', null, 'sides', '1', 'coverage_pct', '80'),
            jsonb_build_object('id', 's3', 'kind', 'machine', 'price_id', printer, 'parts', null, 'setups', '1', 'qty', null, 'speed_id', null),
            jsonb_build_object('id', 's4', 'kind', 'labour', 'work_id', installation, 'minutes', '120', 'once', true),
            jsonb_build_object('id', 's5', 'kind', 'travel', 'zone_id', malta, 'trips', '1')), '{"s1": "10010.00"}')
       ) as listed (n, name, service, quantity, parts, steps, nested);
insert into public.price_calculation_costs (calculation_id) select id from public.price_calculations;
select private.settle_calculation(id) from public.price_calculations;
select private.put_calculation(md5('signwright demo calculation 1')::uuid, q.id, md5('signwright demo calculated line')::uuid,
         (select coalesce(max(i.position), 'a') || 'V' from public.quotation_items i where i.quotation_id = q.id))
  from public.quotations q where q.status = 'draft' order by q.created_at desc, q.id limit 1;

-- What a square metre of banner and a letter are made of, for the calculator to begin with.
update public.services v
   set recipe = listed.steps
  from (select id from public.inventory_items where sku = 'BN440-160') as banner,
       (select id from public.inventory_items where sku = 'AC5-OPAL') as opal,
       (select id from public.inventory_items where sku = 'LED-3') as led,
       (select id from public.inventory_items where sku = 'PSU-100') as power,
       (select id from public.inventory_items where sku = 'VHB-19') as tape,
       (select id from public.inventory_items where sku = 'RET-AL-08') as coil,
       (select id from public.inventory_items where sku = 'WIRE-2') as wire,
       (select id from public.eco_solvent_parameters where name = 'Banner 440 g, standard') as print,
       (select id from public.machine_prices where machine = 'laser') as laser,
       (select id from public.laser_parameters where name = 'Acrylic 6 mm, cut') as cut,
       (select id from public.human_service_parameters where name = 'Print and finishing') as finishing,
       (select id from public.human_service_parameters where name = 'Assembly') as assembly,
       (select id from public.human_service_parameters where name = 'Design') as design,
       lateral (values
         ('printed-banner', jsonb_build_array(
            jsonb_build_object('id', 'r1', 'kind', 'roll', 'item_id', banner.id, 'parts', null, 'gap_mm', '10', 'overlap_mm', '20', 'waste_pct', '50', 'may_turn', true),
            jsonb_build_object('id', 'r2', 'kind', 'ink', 'print_id', print.id, 'parts', null, 'sides', '1', 'coverage_pct', '80'),
            jsonb_build_object('id', 'r3', 'kind', 'labour', 'work_id', finishing.id, 'minutes', '3', 'once', false, 'per', 'm_edge', 'parts', null))),
         ('led-letters', jsonb_build_array(
            jsonb_build_object('id', 'r1', 'kind', 'sheet', 'item_id', opal.id, 'parts', null, 'kerf_mm', '2', 'waste_pct', '50', 'may_turn', true),
            jsonb_build_object('id', 'r2', 'kind', 'machine', 'price_id', laser.id, 'parts', null, 'setups', '1', 'qty', null, 'speed_id', cut.id),
            jsonb_build_object('id', 'r3', 'kind', 'item', 'item_id', tape.id, 'qty', '1.1', 'once', false, 'per', 'm_edge', 'parts', null),
            jsonb_build_object('id', 'r4', 'kind', 'item', 'item_id', led.id, 'qty', '90', 'once', false, 'per', 'm2', 'parts', null),
            jsonb_build_object('id', 'r5', 'kind', 'item', 'item_id', power.id, 'qty', '1', 'once', true),
            jsonb_build_object('id', 'r6', 'kind', 'labour', 'work_id', assembly.id, 'minutes', '12', 'once', false, 'per', 'm_edge', 'parts', null),
            jsonb_build_object('id', 'r7', 'kind', 'labour', 'work_id', assembly.id, 'minutes', '15', 'once', false),
            jsonb_build_object('id', 'r8', 'kind', 'item', 'item_id', coil.id, 'qty', '1.1', 'once', false, 'per', 'm2_return', 'depth_mm', '80', 'parts', null),
            jsonb_build_object('id', 'r9', 'kind', 'item', 'item_id', wire.id, 'qty', '2.5', 'once', false),
            jsonb_build_object('id', 'r10', 'kind', 'labour', 'work_id', design.id, 'minutes', '45', 'once', true)))
       ) as listed (slug, steps)
 where v.slug = listed.slug;
