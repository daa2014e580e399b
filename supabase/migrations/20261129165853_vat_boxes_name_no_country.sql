set check_function_bodies = off;

create or replace function private.boxes_of_malta()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', 'intra_community', null::numeric, null::boolean, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (1, 'sales', 'reverse_charge', null, true, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (2, 'sales', 'outside', null, null, 'base', '2', 'Supplies that are not taxable in this country'),
    (3, 'purchases', 'intra_community', null, null, 'base', '3', 'Goods and services from other EU countries'),
    (3, 'purchases', 'reverse_charge', null, true, 'base', '3', 'Goods and services from other EU countries'),
    (4, 'purchases', 'reverse_charge', null, null, 'base', '4', 'Other goods and services whose VAT you owe'),
    (6, 'purchases', 'intra_community', null, null, 'due', '6', 'VAT on box 3'),
    (6, 'purchases', 'reverse_charge', null, true, 'due', '6', 'VAT on box 3'),
    (7, 'purchases', 'reverse_charge', null, null, 'due', '7', 'VAT on box 4'),
    (9, 'purchases', 'intra_community', null, null, 'base of input', '9', 'Of box 3: goods other than capital goods'),
    (10, 'purchases', 'reverse_charge', null, true, 'base of input', '9A', 'Of box 3: services'),
    (11, 'purchases', 'reverse_charge', null, null, 'base of input', '11', 'Of box 4: goods and services'),
    (13, 'purchases', 'intra_community', null, null, 'input', '13', 'Deducted of the VAT on box 9'),
    (14, 'purchases', 'reverse_charge', null, true, 'input', '13A', 'Deducted of the VAT on box 9A'),
    (15, 'purchases', 'reverse_charge', null, null, 'input', '15', 'Deducted of the VAT on box 11'),
    (21, 'sales', 'standard', 18, null, 'base and tax', 'Domestic 18 %', 'Domestic supplies, taxable at 18 %'),
    (22, 'sales', 'standard', 7, null, 'base and tax', 'Domestic 7 %', 'Domestic supplies, taxable at 7 %'),
    (23, 'sales', 'standard', 5, null, 'base and tax', 'Domestic 5 %', 'Domestic supplies, taxable at 5 %'),
    (24, 'sales', 'export', null, null, 'base', 'Exports', 'Domestic supplies and exports: exempt with credit'),
    (24, 'sales', 'zero', null, null, 'base', 'Exports', 'Domestic supplies and exports: exempt with credit'),
    (25, 'sales', 'exempt', null, null, 'base', 'Exempt', 'Domestic supplies: exempt without credit'),
    (26, 'purchases', 'standard', null, null, 'input', 'Purchases', 'Domestic purchases and imports: deducted VAT'),
    (26, 'purchases', 'import', null, null, 'input', 'Purchases', 'Domestic purchases and imports: deducted VAT')
$$;

reset check_function_bodies;
