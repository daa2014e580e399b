-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.preview_quotation(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return private.quotation_document(p_id);
end $function$;
grant execute on function private.preview_quotation(p_id uuid) to authenticated;
grant execute on function private.preview_quotation(p_id uuid) to service_role;
comment on function private.preview_quotation(p_id uuid) is 'The paper of a quotation as it stands, also of a draft, for staff who may view quotations; null for an unknown one.';
