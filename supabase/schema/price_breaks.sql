-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.follow_price_breaks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.kind <> 'item' then
    new.price_breaks := null;
  elsif new.price_breaks is not null
    and new.price_breaks ~ '^[0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?( [0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?){0,9}$' then
    if exists (
      select from (
        select split_part(part, ':', 1)::numeric as least, lag(split_part(part, ':', 1)::numeric) over (order by place) as before
          from regexp_split_to_table(new.price_breaks, ' ') with ordinality as parts (part, place)) as bands
       where bands.least <= bands.before)
    then
      perform private.refuse('22023', 'Prices by quantity begin with the smallest quantity, each once');
    end if;
    new.unit_price := private.price_at(new.price_breaks, coalesce(new.qty, 1));
  end if;
  return new;
end $function$;
comment on function private.follow_price_breaks() is 'Before settle_line: the unit price of a line with prices by quantity.';

CREATE OR REPLACE FUNCTION private.price_at(p_breaks text, p_qty numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select price
    from (select split_part(part, ':', 1)::numeric as least, split_part(part, ':', 2)::numeric as price
            from regexp_split_to_table(p_breaks, ' ') as part) as bands
   order by least <= p_qty desc, case when least <= p_qty then least end desc nulls last, least
   limit 1
$function$;
comment on function private.price_at(p_breaks text, p_qty numeric) is 'The unit price of a quantity: that of the highest least quantity that it reaches, else the first. Agrees with priceAt in
src/documents.';
