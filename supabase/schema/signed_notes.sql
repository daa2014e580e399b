-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.signature_of(p_kind text, p_record_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.image from public.document_signatures s
   where s.kind = p_kind and s.record_id = p_record_id order by s.signed_at desc limit 1
$function$;
comment on function private.signature_of(p_kind text, p_record_id uuid) is 'The last drawn signature of a document as data:image/png;base64; null where the name was typed.';
