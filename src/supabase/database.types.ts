export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      communities: {
        Row: {
          approval_date: string | null
          approved_by: string | null
          category: Database['public']['Enums']['community_category']
          created_at: string
          description: string
          held_at: string | null
          held_changes: Json | null
          id: string
          image_url: string
          join_type: Database['public']['Enums']['join_type']
          location: Database['public']['Enums']['community_location']
          member_count: number
          name: string
          owner_id: string
          rejection_reason: string | null
          status: Database['public']['Enums']['community_status']
          updated_at: string
          whatsapp_link: string
        }
        ComputedFields: never
        Insert: {
          approval_date?: string | null
          approved_by?: string | null
          category: Database['public']['Enums']['community_category']
          created_at?: string
          description: string
          held_at?: string | null
          held_changes?: Json | null
          id?: string
          image_url: string
          join_type?: Database['public']['Enums']['join_type']
          location: Database['public']['Enums']['community_location']
          member_count?: number
          name: string
          owner_id?: string
          rejection_reason?: string | null
          status?: Database['public']['Enums']['community_status']
          updated_at?: string
          whatsapp_link: string
        }
        Update: {
          approval_date?: string | null
          approved_by?: string | null
          category?: Database['public']['Enums']['community_category']
          created_at?: string
          description?: string
          held_at?: string | null
          held_changes?: Json | null
          id?: string
          image_url?: string
          join_type?: Database['public']['Enums']['join_type']
          location?: Database['public']['Enums']['community_location']
          member_count?: number
          name?: string
          owner_id?: string
          rejection_reason?: string | null
          status?: Database['public']['Enums']['community_status']
          updated_at?: string
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
            foreignKeyName: 'communities_owner_id_fkey'
            columns: ['owner_id']
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
      profiles: {
        Row: {
          address: string | null
          country: string | null
          created_at: string
          credits: number
          email: string
          id: string
          interests: string[] | null
          is_admin: boolean
          name: string
          phone: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          address?: string | null
          country?: string | null
          created_at?: string
          credits?: number
          email?: string
          id: string
          interests?: string[] | null
          is_admin?: boolean
          name: string
          phone?: string
          updated_at?: string
        }
        Update: {
          address?: string | null
          country?: string | null
          created_at?: string
          credits?: number
          email?: string
          id?: string
          interests?: string[] | null
          is_admin?: boolean
          name?: string
          phone?: string
          updated_at?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      is_whatsapp_link_listed: { Args: { except_id?: string; link: string }; Returns: boolean }
    }
    Enums: {
      community_category:
        | 'Sports'
        | 'Party & Events'
        | 'Tours & Adventure'
        | 'Digital Nomads'
        | 'Business'
        | 'Culture'
        | 'Exploration'
        | 'Social'
      community_location:
        | 'Cape Town'
        | 'Bali'
        | 'Zürich'
        | 'Rio de Janeiro'
        | 'Medellín'
        | 'Koh Phangan'
      community_status: 'pending' | 'approved' | 'rejected'
      join_type: 'open' | 'request'
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
      community_location: [
        'Cape Town',
        'Bali',
        'Zürich',
        'Rio de Janeiro',
        'Medellín',
        'Koh Phangan',
      ],
      community_status: ['pending', 'approved', 'rejected'],
      join_type: ['open', 'request'],
    },
  },
} as const
