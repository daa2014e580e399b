-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.swept_pictures (
  name text not null,
  swept_at timestamp with time zone not null default now(),
  constraint swept_pictures_pkey PRIMARY KEY (name)
);
alter table private.swept_pictures enable row level security;
comment on table private.swept_pictures is 'Files of line-pictures that are being removed: no line may name them any more.';

CREATE OR REPLACE FUNCTION public.take_orphaned_pictures(p_older_than interval DEFAULT '7 days'::interval, p_most integer DEFAULT 100)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Pictures younger than 24 hours may belong to a line that is being written';
  end if;
  -- Whoever is naming a picture now is waited for, and whoever comes later finds it swept.
  lock table public.quotation_items in share row exclusive mode;
  delete from private.swept_pictures s
   where not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = s.name);
  insert into private.swept_pictures (name)
    select o.name from storage.objects o
     where o.bucket_id = 'line-pictures'
       and o.created_at < now() - p_older_than
       and not exists (select from public.quotation_items i where i.picture_path = o.name)
       and not exists (select from public.order_items i where i.picture_path = o.name)
       and not exists (select from public.invoice_items i where i.picture_path = o.name)
       and not exists (select from public.credit_note_items i where i.picture_path = o.name)
       and not exists (select from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as line
         where line ->> 'picture_path' = o.name)
       and not exists (select from private.swept_pictures s where s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_pictures s order by s.swept_at, s.name limit greatest(p_most, 0);
end $function$;
grant execute on function public.take_orphaned_pictures(p_older_than interval, p_most integer) to service_role;
comment on function public.take_orphaned_pictures(p_older_than interval, p_most integer) is 'Names of pictures that no line and no version names, none younger than 24 hours; from now on no line may name them. The caller removes them by the storage API. What it did not remove is named again by the next call.';
