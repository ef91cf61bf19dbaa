-- A value can be used only after the transaction that adds it.
alter type "public"."audit_action" add value 'fell asleep' after 'transferred';
alter type "public"."audit_action" add value 'woke up' after 'fell asleep';
alter type "public"."email_kind" add value 'still_active' after 'handed_over';
alter type "public"."email_kind" add value 'falling_asleep' after 'still_active';
