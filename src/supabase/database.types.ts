export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      admin_notes: {
        Row: {
          author_id: string | null
          community_id: string | null
          created_at: string
          id: string
          text: string
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          author_id?: string | null
          community_id?: string | null
          created_at?: string
          id?: string
          text: string
          user_id?: string | null
        }
        Update: {
          author_id?: string | null
          community_id?: string | null
          created_at?: string
          id?: string
          text?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'admin_notes_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admin_notes_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admin_notes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      alerts: {
        Row: {
          category: Database['public']['Enums']['community_category'] | null
          checked_until: string
          created_at: string
          id: string
          join_type: Database['public']['Enums']['join_type'] | null
          language: string | null
          location: string | null
          query: unknown
          search: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          category?: Database['public']['Enums']['community_category'] | null
          checked_until?: string
          created_at?: string
          id?: string
          join_type?: Database['public']['Enums']['join_type'] | null
          language?: string | null
          location?: string | null
          query?: unknown
          search?: string
          user_id: string
        }
        Update: {
          category?: Database['public']['Enums']['community_category'] | null
          checked_until?: string
          created_at?: string
          id?: string
          join_type?: Database['public']['Enums']['join_type'] | null
          language?: string | null
          location?: string | null
          query?: unknown
          search?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'alerts_location_fkey'
            columns: ['location']
            isOneToOne: false
            referencedRelation: 'places'
            referencedColumns: ['name']
          },
          {
            foreignKeyName: 'alerts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      appeals: {
        Row: {
          closed_at: string | null
          closed_by: string | null
          community_id: string
          created_at: string
          decided_at: string
          decision: Database['public']['Enums']['appeal_decision']
          id: string
          message: string
          outcome: Database['public']['Enums']['appeal_outcome'] | null
          reason: string | null
        }
        ComputedFields: never
        Insert: {
          closed_at?: string | null
          closed_by?: string | null
          community_id: string
          created_at?: string
          decided_at: string
          decision: Database['public']['Enums']['appeal_decision']
          id?: string
          message: string
          outcome?: Database['public']['Enums']['appeal_outcome'] | null
          reason?: string | null
        }
        Update: {
          closed_at?: string | null
          closed_by?: string | null
          community_id?: string
          created_at?: string
          decided_at?: string
          decision?: Database['public']['Enums']['appeal_decision']
          id?: string
          message?: string
          outcome?: Database['public']['Enums']['appeal_outcome'] | null
          reason?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'appeals_closed_by_fkey'
            columns: ['closed_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'appeals_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      audit_log: {
        Row: {
          action: Database['public']['Enums']['audit_action']
          actor_id: string | null
          after: NonNullable<Json>
          at: string
          before: NonNullable<Json>
          by_admin: boolean
          id: number
          owner_id: string | null
          subject: Database['public']['Enums']['audit_subject']
          subject_id: string | null
        }
        ComputedFields: never
        Insert: {
          action: Database['public']['Enums']['audit_action']
          actor_id?: string | null
          after?: NonNullable<Json>
          at?: string
          before?: NonNullable<Json>
          by_admin?: boolean
          id?: never
          owner_id?: string | null
          subject: Database['public']['Enums']['audit_subject']
          subject_id?: string | null
        }
        Update: {
          action?: Database['public']['Enums']['audit_action']
          actor_id?: string | null
          after?: NonNullable<Json>
          at?: string
          before?: NonNullable<Json>
          by_admin?: boolean
          id?: never
          owner_id?: string | null
          subject?: Database['public']['Enums']['audit_subject']
          subject_id?: string | null
        }
        Relationships: []
      }
      claims: {
        Row: {
          answer: string | null
          answer_due_at: string
          answered_at: string | null
          answered_by: string | null
          claimant_id: string
          community_id: string | null
          decided_at: string | null
          decided_by: string | null
          id: string
          outcome: Database['public']['Enums']['claim_outcome'] | null
          owner_id: string | null
          proved_at: string
          reason: string | null
          review_from: string
        }
        ComputedFields: never
        Insert: {
          answer?: string | null
          answer_due_at?: string
          answered_at?: string | null
          answered_by?: string | null
          claimant_id: string
          community_id?: string | null
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          outcome?: Database['public']['Enums']['claim_outcome'] | null
          owner_id?: string | null
          proved_at?: string
          reason?: string | null
          review_from?: never
        }
        Update: {
          answer?: string | null
          answer_due_at?: string
          answered_at?: string | null
          answered_by?: string | null
          claimant_id?: string
          community_id?: string | null
          decided_at?: string | null
          decided_by?: string | null
          id?: string
          outcome?: Database['public']['Enums']['claim_outcome'] | null
          owner_id?: string | null
          proved_at?: string
          reason?: string | null
          review_from?: never
        }
        Relationships: [
          {
            foreignKeyName: 'claims_answered_by_fkey'
            columns: ['answered_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'claims_claimant_id_fkey'
            columns: ['claimant_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'claims_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'claims_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'claims_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      co_owners: {
        Row: {
          added_at: string
          community_id: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          added_at?: string
          community_id: string
          user_id: string
        }
        Update: {
          added_at?: string
          community_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'co_owners_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'co_owners_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      communities: {
        Row: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }
        ComputedFields: never
        Insert: {
          approval_date?: string | null
          approved_by?: string | null
          approved_groups?: Json | null
          category: Database['public']['Enums']['community_category']
          created_at?: string
          description: string
          groups_changed_at?: string | null
          groups_updated_at?: string
          held_at?: string | null
          held_changes?: Json | null
          host_intro?: string
          host_name?: string
          id?: string
          image_url: string
          join_type?: Database['public']['Enums']['join_type']
          languages?: string[]
          location?: string | null
          member_count?: number
          name: string
          name_changed_at?: string | null
          owner_id?: string
          rejected_version?: Json | null
          rejection_reason?: string | null
          requested_place?: string | null
          reviewed_count?: number | null
          search_text?: string
          status?: Database['public']['Enums']['community_status']
          updated_at?: string
          verified_at?: string | null
          whatsapp_link: string
        }
        Update: {
          approval_date?: string | null
          approved_by?: string | null
          approved_groups?: Json | null
          category?: Database['public']['Enums']['community_category']
          created_at?: string
          description?: string
          groups_changed_at?: string | null
          groups_updated_at?: string
          held_at?: string | null
          held_changes?: Json | null
          host_intro?: string
          host_name?: string
          id?: string
          image_url?: string
          join_type?: Database['public']['Enums']['join_type']
          languages?: string[]
          location?: string | null
          member_count?: number
          name?: string
          name_changed_at?: string | null
          owner_id?: string
          rejected_version?: Json | null
          rejection_reason?: string | null
          requested_place?: string | null
          reviewed_count?: number | null
          search_text?: string
          status?: Database['public']['Enums']['community_status']
          updated_at?: string
          verified_at?: string | null
          whatsapp_link?: string
        }
        Relationships: [
          {
            foreignKeyName: 'communities_approved_by_fkey'
            columns: ['approved_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'communities_location_fkey'
            columns: ['location']
            isOneToOne: false
            referencedRelation: 'places'
            referencedColumns: ['name']
          },
          {
            foreignKeyName: 'communities_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_blocks: {
        Row: {
          community_id: string
          created_by: string | null
          kind: Database['public']['Enums']['block_kind']
          reason: string | null
          since: string
        }
        ComputedFields: never
        Insert: {
          community_id: string
          created_by?: string | null
          kind: Database['public']['Enums']['block_kind']
          reason?: string | null
          since?: string
        }
        Update: {
          community_id?: string
          created_by?: string | null
          kind?: Database['public']['Enums']['block_kind']
          reason?: string | null
          since?: string
        }
        Relationships: [
          {
            foreignKeyName: 'community_blocks_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_blocks_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_groups: {
        Row: {
          community_id: string
          description: string
          id: string
          name: string
        }
        ComputedFields: never
        Insert: {
          community_id: string
          description?: string
          id?: string
          name: string
        }
        Update: {
          community_id?: string
          description?: string
          id?: string
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: 'community_groups_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      community_joins: {
        Row: {
          community_id: string
          joined_on: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          community_id: string
          joined_on: string
          user_id: string
        }
        Update: {
          community_id?: string
          joined_on?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'community_joins_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_joins_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_links: {
        Row: {
          approved_name: string | null
          checked_at: string | null
          community_id: string
          dead_since: string | null
          due_at: string
          failures: number
          group_name: string | null
          is_scheduled: boolean
          link: string
          linked_at: string | null
          live_at: string | null
          renamed_at: string | null
          reserved_at: string | null
          schedule_checked_at: string | null
          state: Database['public']['Enums']['link_state']
        }
        ComputedFields: never
        Insert: {
          approved_name?: string | null
          checked_at?: string | null
          community_id: string
          dead_since?: string | null
          due_at?: string
          failures?: number
          group_name?: string | null
          is_scheduled?: boolean
          link: string
          linked_at?: string | null
          live_at?: string | null
          renamed_at?: string | null
          reserved_at?: string | null
          schedule_checked_at?: string | null
          state?: Database['public']['Enums']['link_state']
        }
        Update: {
          approved_name?: string | null
          checked_at?: string | null
          community_id?: string
          dead_since?: string | null
          due_at?: string
          failures?: number
          group_name?: string | null
          is_scheduled?: boolean
          link?: string
          linked_at?: string | null
          live_at?: string | null
          renamed_at?: string | null
          reserved_at?: string | null
          schedule_checked_at?: string | null
          state?: Database['public']['Enums']['link_state']
        }
        Relationships: [
          {
            foreignKeyName: 'community_links_community_id_fkey'
            columns: ['community_id']
            isOneToOne: true
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      community_reports: {
        Row: {
          comment: string | null
          community_id: string
          created_at: string
          id: string
          is_upheld: boolean | null
          reason: Database['public']['Enums']['report_reason']
          reporter_id: string
          resolved_at: string | null
          resolved_by: string | null
        }
        ComputedFields: never
        Insert: {
          comment?: string | null
          community_id: string
          created_at?: string
          id?: string
          is_upheld?: boolean | null
          reason: Database['public']['Enums']['report_reason']
          reporter_id: string
          resolved_at?: string | null
          resolved_by?: string | null
        }
        Update: {
          comment?: string | null
          community_id?: string
          created_at?: string
          id?: string
          is_upheld?: boolean | null
          reason?: Database['public']['Enums']['report_reason']
          reporter_id?: string
          resolved_at?: string | null
          resolved_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'community_reports_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_reports_reporter_id_fkey'
            columns: ['reporter_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_reports_resolved_by_fkey'
            columns: ['resolved_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      directory_communities: {
        Row: {
          approval_date: string
          category: Database['public']['Enums']['community_category']
          country: string
          description: string
          facet_words: string
          group_count: number
          groups: NonNullable<Json>
          host_intro: string
          host_name: string
          id: string
          image_url: string
          is_active: boolean
          is_verified: boolean
          join_type: Database['public']['Enums']['join_type']
          joins: number
          joins_this_month: number
          languages: string[]
          link_checked_at: string | null
          location: string
          member_count: number
          name: string
          name_words: string
          place_id: string
          rank: number | null
          search_vector: unknown
          sort_name: string
          summary: string
          words: string
        }
        ComputedFields: never
        Insert: {
          approval_date: string
          category: Database['public']['Enums']['community_category']
          country: string
          description: string
          facet_words: string
          group_count?: never
          groups: NonNullable<Json>
          host_intro?: string
          host_name?: string
          id: string
          image_url: string
          is_active?: boolean
          is_verified?: boolean
          join_type: Database['public']['Enums']['join_type']
          joins?: number
          joins_this_month?: number
          languages: string[]
          link_checked_at?: string | null
          location: string
          member_count: number
          name: string
          name_words: string
          place_id: string
          rank?: number | null
          search_vector?: never
          sort_name: string
          summary?: never
          words: string
        }
        Update: {
          approval_date?: string
          category?: Database['public']['Enums']['community_category']
          country?: string
          description?: string
          facet_words?: string
          group_count?: never
          groups?: NonNullable<Json>
          host_intro?: string
          host_name?: string
          id?: string
          image_url?: string
          is_active?: boolean
          is_verified?: boolean
          join_type?: Database['public']['Enums']['join_type']
          joins?: number
          joins_this_month?: number
          languages?: string[]
          link_checked_at?: string | null
          location?: string
          member_count?: number
          name?: string
          name_words?: string
          place_id?: string
          rank?: number | null
          search_vector?: never
          sort_name?: string
          summary?: never
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: 'directory_communities_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      earlier_answers: {
        Row: {
          answer: string
          answered_at: string
          author_id: string
          claim_id: string
          role: string
        }
        ComputedFields: never
        Insert: {
          answer: string
          answered_at: string
          author_id: string
          claim_id: string
          role: string
        }
        Update: {
          answer?: string
          answered_at?: string
          author_id?: string
          claim_id?: string
          role?: string
        }
        Relationships: [
          {
            foreignKeyName: 'earlier_answers_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'earlier_answers_claim_id_fkey'
            columns: ['claim_id']
            isOneToOne: false
            referencedRelation: 'claims'
            referencedColumns: ['id']
          },
        ]
      }
      invitations: {
        Row: {
          answer: Database['public']['Enums']['invitation_answer'] | null
          answered_at: string | null
          community_id: string | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string
          keeps_former_owner: boolean
          kind: Database['public']['Enums']['invitation_kind']
        }
        ComputedFields: never
        Insert: {
          answer?: Database['public']['Enums']['invitation_answer'] | null
          answered_at?: string | null
          community_id?: string | null
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          invited_by: string
          keeps_former_owner?: boolean
          kind: Database['public']['Enums']['invitation_kind']
        }
        Update: {
          answer?: Database['public']['Enums']['invitation_answer'] | null
          answered_at?: string | null
          community_id?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string
          keeps_former_owner?: boolean
          kind?: Database['public']['Enums']['invitation_kind']
        }
        Relationships: [
          {
            foreignKeyName: 'invitations_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invitations_invited_by_fkey'
            columns: ['invited_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      open_reviews: {
        Row: {
          admin_id: string
          community_id: string
          until: string
        }
        ComputedFields: never
        Insert: {
          admin_id: string
          community_id: string
          until: string
        }
        Update: {
          admin_id?: string
          community_id?: string
          until?: string
        }
        Relationships: [
          {
            foreignKeyName: 'open_reviews_admin_id_fkey'
            columns: ['admin_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'open_reviews_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      places: {
        Row: {
          alternative_names: string[]
          country: string
          country_code: string
          country_vector: unknown
          country_words: string
          created_at: string
          id: string
          is_active: boolean
          known_names: string[]
          latitude: number
          longitude: number
          name: string
          search_vector: unknown
          updated_at: string
          words: string
        }
        ComputedFields: never
        Insert: {
          alternative_names?: string[]
          country: string
          country_code: string
          country_vector?: never
          country_words?: string
          created_at?: string
          id?: string
          is_active?: boolean
          known_names?: string[]
          latitude: number
          longitude: number
          name: string
          search_vector?: never
          updated_at?: string
          words?: string
        }
        Update: {
          alternative_names?: string[]
          country?: string
          country_code?: string
          country_vector?: never
          country_words?: string
          created_at?: string
          id?: string
          is_active?: boolean
          known_names?: string[]
          latitude?: number
          longitude?: number
          name?: string
          search_vector?: never
          updated_at?: string
          words?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          address: string | null
          country: string | null
          created_at: string
          credits: number
          email: string
          id: string
          image_folder: string
          interests: string[] | null
          is_admin: boolean
          name: string
          phone: string
          sign_in_email: string
          updated_at: string
          wants_alert_emails: boolean
          wants_decision_emails: boolean
          wants_report_emails: boolean
          wants_summary_emails: boolean
        }
        ComputedFields: never
        Insert: {
          address?: string | null
          country?: string | null
          created_at?: string
          credits?: number
          email?: string
          id: string
          image_folder?: string
          interests?: string[] | null
          is_admin?: boolean
          name: string
          phone?: string
          sign_in_email?: string
          updated_at?: string
          wants_alert_emails?: boolean
          wants_decision_emails?: boolean
          wants_report_emails?: boolean
          wants_summary_emails?: boolean
        }
        Update: {
          address?: string | null
          country?: string | null
          created_at?: string
          credits?: number
          email?: string
          id?: string
          image_folder?: string
          interests?: string[] | null
          is_admin?: boolean
          name?: string
          phone?: string
          sign_in_email?: string
          updated_at?: string
          wants_alert_emails?: boolean
          wants_decision_emails?: boolean
          wants_report_emails?: boolean
          wants_summary_emails?: boolean
        }
        Relationships: []
      }
      saved_communities: {
        Row: {
          community_id: string
          saved_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          community_id: string
          saved_at?: string
          user_id?: string
        }
        Update: {
          community_id?: string
          saved_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_communities_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'saved_communities_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      signs_of_life: {
        Row: {
          asked_at: string | null
          community_id: string
          confirmed_at: string
          last_joined_at: string | null
        }
        ComputedFields: never
        Insert: {
          asked_at?: string | null
          community_id: string
          confirmed_at?: string
          last_joined_at?: string | null
        }
        Update: {
          asked_at?: string | null
          community_id?: string
          confirmed_at?: string
          last_joined_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'signs_of_life_community_id_fkey'
            columns: ['community_id']
            isOneToOne: true
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
        ]
      }
      suspensions: {
        Row: {
          hidden: NonNullable<Json>
          reason: string
          suspended_at: string
          suspended_by: string | null
          until: string | null
          user_id: string
        }
        ComputedFields: never
        Insert: {
          hidden?: NonNullable<Json>
          reason: string
          suspended_at?: string
          suspended_by?: string | null
          until?: string | null
          user_id: string
        }
        Update: {
          hidden?: NonNullable<Json>
          reason?: string
          suspended_at?: string
          suspended_by?: string | null
          until?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'suspensions_suspended_by_fkey'
            columns: ['suspended_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'suspensions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      synonyms: {
        Row: {
          created_at: string
          id: string
          stems: string[]
          terms: string[]
          updated_at: string
          words: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          stems?: string[]
          terms: string[]
          updated_at?: string
          words?: string
        }
        Update: {
          created_at?: string
          id?: string
          stems?: string[]
          terms?: string[]
          updated_at?: string
          words?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_group_name: {
        Args: { community_id: string; group_name: string; version: string }
        Returns: undefined
      }
      announce_deletion: { Args: { actor_id: string; user_id: string }; Returns: boolean }
      answer_claim: { Args: { answer: string; claim_id: string }; Returns: undefined }
      answer_invitation: {
        Args: { invitation_id: string; is_accepted: boolean }
        Returns: undefined
      }
      answer_still_active: {
        Args: { community_id: string; is_active: boolean }
        Returns: undefined
      }
      appeal_community: { Args: { community_id: string; message: string }; Returns: undefined }
      ask_owner: {
        Args: { community_id: string; reason: string; version: string }
        Returns: undefined
      }
      begin_new_check: { Args: { link: string; user_id: string }; Returns: undefined }
      begin_own_check: { Args: { community_id: string; user_id: string }; Returns: string }
      confirm_by_link: {
        Args: { asked_at: string; community_id: string; user_id: string }
        Returns: Json
      }
      confirm_community: { Args: { community_id: string }; Returns: undefined }
      confirm_groups: { Args: { community_id: string; seen_at: string }; Returns: undefined }
      confirm_name: { Args: { community_id: string; seen_at: string }; Returns: undefined }
      count_case_file: {
        Args: { user_id: string }
        Returns: {
          appeals_accepted: number
          appeals_declined: number
          approved: number
          changes_declined: number
          hidden: number
          open_against: number
          rejected: number
          reports_against: number
          reports_by: number
          suspended: number
          unfounded_by: number
          upheld_against: number
          upheld_by: number
        }[]
      }
      count_communities: {
        Args: {
          category?: Database['public']['Enums']['community_category']
          country?: string
          owner_id?: string
          search?: string
        }
        Returns: {
          communities: number
          status: Database['public']['Enums']['community_status']
        }[]
      }
      count_directory: {
        Args: {
          category?: string
          join_type?: string
          language?: string
          location?: string
          search?: string
        }
        Returns: Json
      }
      count_failed_emails: {
        Args: Record<PropertyKey, never>
        Returns: {
          given_up: number
          last_error: string
          overdue: number
        }[]
      }
      count_joins: {
        Args: Record<PropertyKey, never>
        Returns: {
          community_id: string
          day: string
          joins: number
        }[]
      }
      count_places: {
        Args: { category?: string; join_type?: string; language?: string; search?: string }
        Returns: {
          communities: number
          country: string
          is_at_least: boolean
          latitude: number
          longitude: number
          name: string
        }[]
      }
      count_review_queue: {
        Args: Record<PropertyKey, never>
        Returns: {
          appealed: number
          claimed: number
          groups_changed: number
          held: number
          imports: number
          links_changed: number
          pending: number
          places_requested: number
          renamed: number
          reported: number
        }[]
      }
      count_users: { Args: { search?: string }; Returns: number }
      count_weekly_joins: {
        Args: { community_id: string }
        Returns: {
          joins: number
          week: string
        }[]
      }
      decide_appeal: {
        Args: {
          appeal_id: string
          groups_version?: string
          is_accepted: boolean
          reason?: string
          version?: string
        }
        Returns: undefined
      }
      decide_changes: {
        Args: {
          community_id: string
          groups_seen_at?: string
          is_accepted: boolean
          reason?: string
          version: string
        }
        Returns: undefined
      }
      decide_claim: {
        Args: { claim_id: string; is_accepted: boolean; reason?: string; seen_answer_at?: string }
        Returns: undefined
      }
      decline_requested_place: {
        Args: { community_id: string; reason: string; version: string }
        Returns: undefined
      }
      end_suspension: { Args: { user_id: string }; Returns: undefined }
      export_communities: {
        Args: {
          before_created_at?: string
          before_id?: string
          category?: Database['public']['Enums']['community_category']
          country?: string
          owner_id?: string
          search?: string
          status?: Database['public']['Enums']['community_status']
        }
        Returns: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      finish_email: {
        Args: { attempt: number; email_id: string; error?: string }
        Returns: undefined
      }
      forget_decisions: { Args: { user_id: string }; Returns: boolean }
      get_directory_community: {
        Args: { community_id: string }
        Returns: {
          approval_date: string
          category: Database['public']['Enums']['community_category']
          country: string
          description: string
          facet_words: string
          group_count: number
          groups: NonNullable<Json>
          host_intro: string
          host_name: string
          id: string
          image_url: string
          is_active: boolean
          is_verified: boolean
          join_type: Database['public']['Enums']['join_type']
          joins: number
          joins_this_month: number
          languages: string[]
          link_checked_at: string | null
          location: string
          member_count: number
          name: string
          name_words: string
          place_id: string
          rank: number | null
          search_vector: unknown
          sort_name: string
          summary: string
          words: string
        }
        SetofOptions: {
          from: '*'
          to: 'directory_communities'
          isOneToOne: true
          isSetofReturn: true
        }
      }
      get_directory_numbers: { Args: Record<PropertyKey, never>; Returns: Json }
      get_group_names: {
        Args: { community_id: string }
        Returns: {
          approved_name: string
          group_name: string
          renamed_at: string
        }[]
      }
      get_invite_link: { Args: { community_id: string }; Returns: string }
      get_listed_communities: {
        Args: { community_ids: string[] }
        Returns: {
          approval_date: string
          category: Database['public']['Enums']['community_category']
          country: string
          description: string
          facet_words: string
          group_count: number
          groups: NonNullable<Json>
          host_intro: string
          host_name: string
          id: string
          image_url: string
          is_active: boolean
          is_verified: boolean
          join_type: Database['public']['Enums']['join_type']
          joins: number
          joins_this_month: number
          languages: string[]
          link_checked_at: string | null
          location: string
          member_count: number
          name: string
          name_words: string
          place_id: string
          rank: number | null
          search_vector: unknown
          sort_name: string
          summary: string
          words: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'directory_communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_my_role: { Args: Record<PropertyKey, never>; Returns: string }
      get_ownership_code: { Args: { community_id: string }; Returns: string }
      get_review_time: { Args: Record<PropertyKey, never>; Returns: number }
      hand_over_community: {
        Args: { community_id: string; new_owner_id: string }
        Returns: undefined
      }
      hand_over_to_claimant: { Args: { claim_id: string }; Returns: undefined }
      hide_community: {
        Args: { community_id: string; reason: string; version: string }
        Returns: undefined
      }
      import_communities: {
        Args: { file_name?: string; import_id?: string; is_preview?: boolean; rows: Json }
        Returns: {
          field: string
          outcome: Database['public']['Enums']['import_outcome']
          problem: string
          row_number: number
        }[]
      }
      invite_to_community: {
        Args: {
          community_id: string
          email: string
          keeps_former_owner?: boolean
          kind: Database['public']['Enums']['invitation_kind']
        }
        Returns: undefined
      }
      is_directory_live: { Args: Record<PropertyKey, never>; Returns: boolean }
      is_whatsapp_link_listed: { Args: { except_id?: string; link: string }; Returns: boolean }
      join_community: { Args: { community_id: string }; Returns: undefined }
      list_activity: {
        Args: {
          action?: Database['public']['Enums']['audit_action']
          before_id?: number
          page_size?: number
          person?: string
          since?: string
          until?: string
        }
        Returns: {
          action: Database['public']['Enums']['audit_action']
          actor_id: string | null
          after: NonNullable<Json>
          at: string
          before: NonNullable<Json>
          by_admin: boolean
          id: number
          owner_id: string | null
          subject: Database['public']['Enums']['audit_subject']
          subject_id: string | null
        }[]
        SetofOptions: {
          from: '*'
          to: 'audit_log'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_communities: {
        Args: {
          category?: Database['public']['Enums']['community_category']
          country?: string
          descending?: boolean
          owner_id?: string
          page?: number
          page_size?: number
          search?: string
          sort?: string
          status?: Database['public']['Enums']['community_status']
        }
        Returns: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_images_to_delete: {
        Args: { folder: string; page_size?: number }
        Returns: {
          name: string
        }[]
      }
      list_my_communities: {
        Args: Record<PropertyKey, never>
        Returns: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_my_invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          community: string
          community_id: string
          expires_at: string
          id: string
          kind: Database['public']['Enums']['invitation_kind']
        }[]
      }
      list_my_joins: {
        Args: Record<PropertyKey, never>
        Returns: {
          community_id: string
          is_active: boolean
          joined_on: string
        }[]
      }
      list_own_claims: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer_due_at: string
          community: string
          community_id: string
          decided_at: string
          id: string
          is_waiting: boolean
          outcome: Database['public']['Enums']['claim_outcome']
          proved_at: string
          reason: string
        }[]
      }
      list_people: {
        Args: Record<PropertyKey, never>
        Returns: {
          added_at: string
          community_id: string
          is_owner: boolean
          is_suspended: boolean
          name: string
          user_id: string
        }[]
      }
      list_places: {
        Args: { page?: number; page_size?: number; search?: string }
        Returns: {
          alternative_names: string[]
          communities: number
          country: string
          country_code: string
          id: string
          is_active: boolean
          latitude: number
          longitude: number
          name: string
          total: number
          updated_at: string
        }[]
      }
      list_received_claims: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer: string
          answer_due_at: string
          answered_at: string
          community_id: string
          id: string
          is_owner: boolean
          proved_at: string
        }[]
      }
      list_review_numbers: {
        Args: { days?: number }
        Returns: {
          amount: number
          kind: string
          name: string
          since: string
        }[]
      }
      list_review_queue: {
        Args: {
          import_id?: string
          kind?: string
          page?: number
          page_size?: number
          search?: string
          sort?: string
        }
        Returns: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_unused_images: {
        Args: { page_size?: number }
        Returns: {
          name: string
        }[]
      }
      list_users: {
        Args: {
          descending?: boolean
          page?: number
          page_size?: number
          search?: string
          sort?: string
        }
        Returns: {
          created_at: string
          email: string
          id: string
        }[]
      }
      list_waiting_imports: {
        Args: Record<PropertyKey, never>
        Returns: {
          communities: number
          file_name: string
          import_id: string
          imported_at: string
          imported_by: string
          pending: number
        }[]
      }
      merge_places: { Args: { kept_id: string; merged_id: string }; Returns: undefined }
      open_review: { Args: { community_id?: string }; Returns: undefined }
      record_link_check: {
        Args: {
          answer: Database['public']['Enums']['link_state']
          community_id: string
          group_name?: string
          is_own?: boolean
          is_review?: boolean
          link: string
        }
        Returns: string
      }
      record_own_check: {
        Args: {
          answer: Database['public']['Enums']['link_state']
          community_id: string
          group_name?: string
          link: string
          page_text?: string
          user_id: string
        }
        Returns: Json
      }
      release_emails: { Args: { emails: Json }; Returns: undefined }
      remove_co_owner: { Args: { community_id: string; user_id: string }; Returns: undefined }
      report_community: {
        Args: {
          comment?: string
          community_id: string
          reason: Database['public']['Enums']['report_reason']
        }
        Returns: undefined
      }
      require_complete_sign_in: { Args: Record<PropertyKey, never>; Returns: undefined }
      reserve_emails: {
        Args: { batch?: number }
        Returns: {
          attempt: number
          community_id: string
          data: Json
          id: string
          kind: Database['public']['Enums']['email_kind']
          recipient: string
          recipient_id: string
          recipient_name: string
        }[]
      }
      reserve_links: {
        Args: { batch?: number }
        Returns: {
          community_id: string
          link: string
        }[]
      }
      reserve_review_check: { Args: Record<PropertyKey, never>; Returns: boolean }
      resolve_reports: { Args: { community_id: string; seen_at: string }; Returns: undefined }
      return_to_pending: {
        Args: { community_id: string; reason?: string; version: string }
        Returns: undefined
      }
      risk_signals: {
        Args: { community_ids: string[] }
        Returns: {
          community_id: string
          details: Json
          kind: Database['public']['Enums']['risk_kind']
        }[]
      }
      save_communities: { Args: { community_ids: string[] }; Returns: undefined }
      search_directory: {
        Args: {
          after_id?: string
          after_key?: string
          category?: string
          join_type?: string
          language?: string
          location?: string
          page_size?: number
          search?: string
          sort?: string
        }
        Returns: {
          approval_date: string
          category: Database['public']['Enums']['community_category']
          country: string
          description: string
          facet_words: string
          group_count: number
          groups: NonNullable<Json>
          host_intro: string
          host_name: string
          id: string
          image_url: string
          is_active: boolean
          is_verified: boolean
          join_type: Database['public']['Enums']['join_type']
          joins: number
          joins_this_month: number
          languages: string[]
          link_checked_at: string | null
          location: string
          member_count: number
          name: string
          name_words: string
          place_id: string
          rank: number | null
          search_vector: unknown
          sort_name: string
          summary: string
          words: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'directory_communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      set_community_paused: {
        Args: { community_id: string; is_paused: boolean }
        Returns: undefined
      }
      show_community: { Args: { community_id: string; version: string }; Returns: undefined }
      similar_communities: {
        Args: { community_id: string }
        Returns: {
          approval_date: string | null
          approved_by: string | null
          approved_groups: Json | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          groups_changed_at: string | null
          groups_updated_at: string
          held_at: string | null
          held_changes: Json | null
          host_intro: string
          host_name: string
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          languages: string[]
          location: string | null
          member_count: number
          name: string
          name_changed_at: string | null
          owner_id: string
          rejected_version: Json | null
          rejection_reason: string | null
          requested_place: string | null
          reviewed_count: number | null
          search_text: string
          status: Database['public']['Enums']['community_status']
          updated_at: string
          verified_at: string | null
          whatsapp_link: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'communities'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      summarize_review_queue: {
        Args: { import_id?: string; search?: string }
        Returns: {
          communities: number
          items: number
          kind: string
          oldest: string
        }[]
      }
      suspend_user: {
        Args: { hides_communities?: boolean; reason: string; until?: string; user_id: string }
        Returns: undefined
      }
      undo_decision: { Args: { community_id: string }; Returns: undefined }
      undo_suspension: { Args: { user_id: string }; Returns: undefined }
      withdraw_claim: { Args: { claim_id: string }; Returns: undefined }
      withdraw_invitation: { Args: { invitation_id: string }; Returns: undefined }
    }
    Enums: {
      appeal_decision: 'hidden' | 'rejected'
      appeal_outcome: 'accepted' | 'declined' | 'closed'
      audit_action:
        | 'approved'
        | 'rejected'
        | 'resubmitted'
        | 'changes accepted'
        | 'changes declined'
        | 'decision undone'
        | 'edited'
        | 'credits changed'
        | 'role changed'
        | 'deleted'
        | 'reports resolved'
        | 'added'
        | 'merged'
        | 'hidden'
        | 'shown'
        | 'returned to pending'
        | 'suspended'
        | 'suspension ended'
        | 'appealed'
        | 'appeal accepted'
        | 'appeal declined'
        | 'co-owner added'
        | 'co-owner removed'
        | 'transferred'
        | 'renamed on WhatsApp'
        | 'name accepted'
        | 'link swapped'
        | 'verified'
        | 'changes proved'
        | 'claimed'
        | 'claim answered'
        | 'claim accepted'
        | 'claim declined'
        | 'fell asleep'
        | 'woke up'
        | 'imported'
      audit_subject: 'community' | 'user' | 'place' | 'synonyms'
      block_kind: 'admin' | 'reports' | 'renamed' | 'paused' | 'asleep' | 'dead_link'
      claim_outcome: 'accepted' | 'declined' | 'withdrawn' | 'closed'
      community_category:
        | 'Sports'
        | 'Party & Events'
        | 'Tours & Adventure'
        | 'Digital Nomads'
        | 'Business'
        | 'Culture'
        | 'Exploration'
        | 'Social'
      community_status: 'pending' | 'approved' | 'rejected'
      email_kind:
        | 'approved'
        | 'rejected'
        | 'changes_accepted'
        | 'changes_declined'
        | 'link_dead'
        | 'daily_summary'
        | 'new_communities'
        | 'hidden'
        | 'shown'
        | 'returned_to_pending'
        | 'suspended'
        | 'report_outcome'
        | 'appeal_accepted'
        | 'appeal_declined'
        | 'invited'
        | 'invitation_accepted'
        | 'handed_over'
        | 'renamed'
        | 'claimed'
        | 'claim_accepted'
        | 'claim_declined'
        | 'claim_closed'
        | 'still_active'
        | 'falling_asleep'
        | 'passkey_added'
        | 'passkey_removed'
      import_outcome: 'imported' | 'already listed' | 'rejected before' | 'invalid'
      invitation_answer: 'accepted' | 'declined' | 'withdrawn' | 'closed'
      invitation_kind: 'co-owner' | 'transfer'
      join_type: 'open' | 'request'
      link_state: 'unchecked' | 'live' | 'dead' | 'unknown'
      report_reason:
        | 'dead_link'
        | 'spam'
        | 'misleading'
        | 'scam'
        | 'illegal'
        | 'harassment'
        | 'other'
      risk_kind:
        | 'new_account'
        | 'shared_domain'
        | 'copied_text'
        | 'short_link'
        | 'telegram'
        | 'phone_number'
        | 'other_name'
        | 'new_reporters'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      appeal_decision: ['hidden', 'rejected'],
      appeal_outcome: ['accepted', 'declined', 'closed'],
      audit_action: [
        'approved',
        'rejected',
        'resubmitted',
        'changes accepted',
        'changes declined',
        'decision undone',
        'edited',
        'credits changed',
        'role changed',
        'deleted',
        'reports resolved',
        'added',
        'merged',
        'hidden',
        'shown',
        'returned to pending',
        'suspended',
        'suspension ended',
        'appealed',
        'appeal accepted',
        'appeal declined',
        'co-owner added',
        'co-owner removed',
        'transferred',
        'renamed on WhatsApp',
        'name accepted',
        'link swapped',
        'verified',
        'changes proved',
        'claimed',
        'claim answered',
        'claim accepted',
        'claim declined',
        'fell asleep',
        'woke up',
        'imported',
      ],
      audit_subject: ['community', 'user', 'place', 'synonyms'],
      block_kind: ['admin', 'reports', 'renamed', 'paused', 'asleep', 'dead_link'],
      claim_outcome: ['accepted', 'declined', 'withdrawn', 'closed'],
      community_category: [
        'Sports',
        'Party & Events',
        'Tours & Adventure',
        'Digital Nomads',
        'Business',
        'Culture',
        'Exploration',
        'Social',
      ],
      community_status: ['pending', 'approved', 'rejected'],
      email_kind: [
        'approved',
        'rejected',
        'changes_accepted',
        'changes_declined',
        'link_dead',
        'daily_summary',
        'new_communities',
        'hidden',
        'shown',
        'returned_to_pending',
        'suspended',
        'report_outcome',
        'appeal_accepted',
        'appeal_declined',
        'invited',
        'invitation_accepted',
        'handed_over',
        'renamed',
        'claimed',
        'claim_accepted',
        'claim_declined',
        'claim_closed',
        'still_active',
        'falling_asleep',
        'passkey_added',
        'passkey_removed',
      ],
      import_outcome: ['imported', 'already listed', 'rejected before', 'invalid'],
      invitation_answer: ['accepted', 'declined', 'withdrawn', 'closed'],
      invitation_kind: ['co-owner', 'transfer'],
      join_type: ['open', 'request'],
      link_state: ['unchecked', 'live', 'dead', 'unknown'],
      report_reason: ['dead_link', 'spam', 'misleading', 'scam', 'illegal', 'harassment', 'other'],
      risk_kind: [
        'new_account',
        'shared_domain',
        'copied_text',
        'short_link',
        'telegram',
        'phone_number',
        'other_name',
        'new_reporters',
      ],
    },
  },
} as const
