(** Products of two vectors of 128-bit words in limbs of 52 bits: section 13.14 of docs/bounds/limbs52.md, for every q
    in range and the operands that traits allow. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery ProductColumns Barrett.
Import ListNotations.

(** The multiplicand of a step: minus s 2^above, from the column [first] on. *)
Definition product_minus size first s above :=
  put_limbs size (if above <? 52 * first then - (s / 2 ^ (52 * first - above)) else - s * 2 ^ (above - 52 * first)).

Definition product_multiples shift correction quotient top next :=
  madd52_high correction (column_digit shift (52 - shift) top next) quotient.

(** The factor of a quotient is right, or too small by up to 1 + g / m. *)
Lemma product_quotient_of_step barrett s e above N g W :
  0 <= e -> 0 <= above -> 0 < s -> 1 <= barrett -> barrett * s <= N < (barrett + 1) * s ->
  N * 2 ^ above = 2 ^ 52 * W * 2 ^ e -> s * 2 ^ above <= g * 2 ^ e -> W <= s * 2 ^ above ->
  let mu := product_step_quotient barrett e in
  0 <= mu < 2 ^ 52 /\ mu * (s * 2 ^ above) <= 2 ^ 52 * W <= (mu + 1) * (s * 2 ^ above) + g.
Proof.
  intros He Ha Hs HB HN EN Hg HW. cbv zeta. unfold product_step_quotient.
  pose proof (power_positive e He) as HPe. pose proof (power_positive above Ha) as HPa.
  set (E := 2 ^ e) in *. set (A := 2 ^ above) in *. clearbody E A.
  pose proof (floor (barrett - 1) E HPe) as F. set (mu := (barrett - 1) / E) in *. clearbody mu.
  assert (Hmu : 0 <= mu) by (apply Z.lt_succ_r, (cancel E); lia).
  assert (B1 : s * (E * mu) <= s * (barrett - 1)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (B2 : s * barrett <= s * (E * mu + E)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (B3 : mu * (s * A) * E < 2 ^ 52 * W * E).
  { rewrite <- EN. assert (s * (E * mu) * A < N * A) by (apply Z.mul_lt_mono_pos_r; lia). lia. }
  assert (B4 : N * A <= (s * (E * mu + E) + s) * A) by (apply Z.mul_le_mono_nonneg_r; lia).
  apply Z.mul_lt_mono_pos_r in B3; [|assumption].
  split; [|split; [lia|]].
  - split; [exact Hmu|]. assert (HsA : 0 < s * A) by (apply Z.mul_pos_pos; lia). apply (cancel (s * A)); lia.
  - apply Z.lt_succ_r, (cancel E); lia.
Qed.

(** ** Two limbs *)

Definition eltwise_product_2 b q xs ys :=
  let s := q * 2 ^ (product_shifted_bits 2 - b) in
  let quotient i := product_step_quotient (product_quotient 128 b q) (product2_quotient_shift i) in
  match columns_add_product xs ys (put_limbs 2 (product_offset 2 s) ++ [0; 0]) with
  | [v0; v1; v2; v3] =>
      let multiples := product_multiples (product2_digit_shift 0) (product_correction 2 1) (quotient 0) v3 v2 in
      match columns_add_multiple multiples (product_minus 2 1 s (product2_multiple_shift 0)) [v1; v2] with
      | [v1; v2] =>
          let multiples := product_multiples (product2_digit_shift 1) (product_correction 2 2) (quotient 1) v2 v1 in
          columns_add_multiple multiples (product_minus 2 0 s (product2_multiple_shift 1)) [v0; v1]
      | _ => []
      end
  | _ => []
  end.

Lemma shifted_modulus bits b q : 2 <= b <= bits -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let s := q * 2 ^ (bits - b) in let B := product_quotient 128 b q in
  2 ^ (bits - 1) <= s < 2 ^ bits /\ B * s <= 2 ^ (bits + 126) < (B + 1) * s /\ 0 < 2 ^ (bits - b).
Proof.
  intros Hb Hq. cbv zeta. unfold product_quotient.
  replace (bits - 1) with (b - 1 + (bits - b)) by lia. replace (bits + 126) with (b + 128 - 2 + (bits - b)) by lia.
  assert (E : 2 ^ bits = 2 ^ b * 2 ^ (bits - b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite E, !Z.pow_add_r by lia. pose proof (power_positive (bits - b) ltac:(lia)) as HP.
  pose proof (power_positive (b - 1) ltac:(lia)) as Hb1.
  set (P := 2 ^ (bits - b)) in *. clearbody P. floor_of (2 ^ (b + 128 - 2)) by q as B HB.
  set (N := 2 ^ (b + 128 - 2)) in *. clearbody N.
  assert (2 ^ (b - 1) * P <= q * P < 2 ^ b * P) by (split; [apply Z.mul_le_mono_nonneg_r|apply Z.mul_lt_mono_pos_r];
    lia).
  assert (q * B * P <= N * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (N * P < (q * B + q) * P) by (apply Z.mul_lt_mono_pos_r; lia).
  split; [lia|]. split; [lia|exact HP].
Qed.

(** Minus a multiple, in columns. *)
Lemma product_minus_number size first s above : 0 <= first -> 0 <= above -> (2 ^ (52 * first) | s * 2 ^ above) ->
  exists e, number52 (digits_read (product_minus size first s above)) * 2 ^ (52 * first) =
    - (s * 2 ^ above) + e * ((2 ^ 52) ^ Z.of_nat size * 2 ^ (52 * first)) /\
  length (product_minus size first s above) = size.
Proof.
  intros Hf Ha [d Hd]. unfold product_minus.
  set (x := if above <? 52 * first then _ else _). destruct (put_limbs_number size x) as (-> & _ & ->).
  assert (Hx : x * 2 ^ (52 * first) = - (s * 2 ^ above)).
  { unfold x. destruct (Z.ltb_spec above (52 * first)).
    - set (P := 2 ^ (52 * first - above)). assert (EP : 2 ^ (52 * first) = P * 2 ^ above).
      { unfold P. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
      assert (Es : s = d * P).
      { apply (Z.mul_reg_r _ _ (2 ^ above)); [pose proof (power_positive above Ha); lia|]. rewrite Hd, EP. ring. }
      rewrite Es at 1. rewrite Z.div_mul by (unfold P; apply Z.pow_nonzero; lia). lia.
    - replace (2 ^ above) with (2 ^ (above - 52 * first) * 2 ^ (52 * first)) by (rewrite <- Z.pow_add_r by lia;
        f_equal; lia).
      ring. }
  assert (HP : (2 ^ 52) ^ Z.of_nat size <> 0) by (apply Z.pow_nonzero; lia).
  set (P := (2 ^ 52) ^ Z.of_nat size) in *. exists (- (x / P)). split; [|reflexivity].
  rewrite <- Hx. pose proof (Z.div_mod x P HP) as D. replace (x mod P) with (x - P * (x / P)) by lia. ring.
Qed.

(** The remainder is x y 2^k minus a multiple of s, in [-s, s), modulo 2^104. *)
Theorem eltwise_product_two_limbs b q x y xs ys :
  let k := product_shifted_bits 2 - b in let s := q * 2 ^ k in let most := product_operand_factor 2 * q in
  product_least_bits 2 <= b <= radix52_modulus_bits 2 -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= x < most -> 0 <= y < most ->
  length xs = 2%nat -> length ys = 2%nat -> number52 (digits_read xs) = x -> number52 (digits_read ys) = y * 2 ^ k ->
  exists r e, number52 (eltwise_product_2 b q xs ys) = r * 2 ^ k + e * 2 ^ 104 /\
    - q <= r < q /\ r mod q = (x * y) mod q /\ Forall2 column [3; 7] (eltwise_product_2 b q xs ys).
Proof.
  intros k s most Hb Hq Hx Hy Lx Ly Ex Ey. subst most.
  unfold product_least_bits, radix52_modulus_bits, product_shifted_bits, product_operand_factor in *;
    cbn [Z.eqb Pos.eqb] in *.
  destruct (shifted_modulus 103 b q ltac:(lia) Hq) as (Hs & HB & Hk). fold k in Hs, HB, Hk. fold s in Hs, HB.
  remember (eltwise_product_2 b q xs ys) as result eqn:Er. unfold eltwise_product_2, product_shifted_bits in Er.
  cbn [Z.eqb Pos.eqb] in Er. fold k in Er. fold s in Er.
  set (B := product_quotient 128 b q) in *. clearbody B.
  assert (HP : 0 <= x * (y * 2 ^ k) /\ x * (y * 2 ^ k) + s <= q * s).
  { assert (0 <= x * y <= (q - 1) * (q - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
    assert (0 <= x * y * 2 ^ k <= (q - 1) * (q - 1) * 2 ^ k).
    { split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_r]; lia. }
    assert (2 ^ k <= q * 2 ^ k) by (assert (1 <= q) by lia;
      assert (1 * 2 ^ k <= q * 2 ^ k) by (apply Z.mul_le_mono_nonneg_r; lia); lia).
    unfold s in *. lia. }
  assert (Hq98 : q < 2 ^ 98) by (assert (2 ^ b <= 2 ^ 98) by (apply Z.pow_le_mono_r; lia); lia).
  assert (Hqs : q * s < 2 ^ 98 * 2 ^ 103).
  { assert (0 < q) by (pose proof (power_positive (b - 1)); lia). apply Z.mul_lt_mono_nonneg; lia. }
  assert (H32 : (2 ^ 5 | s)).
  { exists (q * 2 ^ (k - 5)). unfold s. rewrite <- Z.mul_assoc, <- Z.pow_add_r by (unfold k; lia). do 2 f_equal. lia. }
  (* the columns of the product *)
  assert (Eo : number52 (put_limbs 2 (product_offset 2 s)) = s).
  { destruct (put_limbs_number 2 (product_offset 2 s)) as (_ & -> & _). unfold product_offset; cbn [Z.eqb Pos.eqb].
    change (2 ^ 0) with 1. rewrite Z.mul_1_r. apply Z.mod_small. cbn. lia. }
  destruct (put_limbs 2 (product_offset 2 s)) as [|o0 [|o1 [|]]] eqn:Eput; cbn [put_limbs] in Eput; try discriminate.
  assert (Ho : 0 <= o0 < 2 ^ 52 /\ 0 <= o1 < 2 ^ 52).
  { injection Eput as <- <-. split; apply low52_range. }
  clear Eput. cbn [app] in Er.
  destruct (columns_add_product_spec ys xs [1; 1; 0; 0] [o0; o1; 0; 0] 1) as (Hc & Hle & d & Hd & Hd0 & EV).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { cbn [length]. lia. }
  { repeat constructor; lia. }
  { rewrite Lx. cbn. lia. }
  rewrite Hd0 in EV by (cbn [length]; lia). clear Hd Hd0 d. rewrite Lx, Ly in Hc. cbn in Hc.
  rewrite Ex, Ey in EV.
  destruct (columns_add_product xs ys [o0; o1; 0; 0]) as [|v0 [|v1 [|v2 [|v3 [|]]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  unfold number52 in EV, Eo. cbn [value] in EV, Eo.
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *.
  (* the first step *)
  destruct (product_quotient_of_step B s (product2_quotient_shift 0) (product2_multiple_shift 0) (2 ^ 229) (2 ^ 75) (2
    ^ 149))
    as [Hmu Hmu_m]; try (unfold product2_quotient_shift, product2_multiple_shift; cbn [Z.eqb]; lia).
  set (mu := product_step_quotient B (product2_quotient_shift 0)) in *. clearbody mu.
  destruct (product_minus_number 2 1 s (product2_multiple_shift 0)) as (f & Em & Lm);
    try (unfold product2_multiple_shift; cbn [Z.eqb]; lia).
  { destruct H32 as [h ->]. exists h. unfold product2_multiple_shift. cbn [Z.eqb]. lia. }
  set (minus := product_minus 2 1 s _) in *. clearbody minus.
  unfold product_multiples, product2_multiple_shift, product2_digit_shift in *. cbn [Z.eqb] in *.
  change (52 - 7) with 45 in Er. change (52 - 4) with 48 in Er.
  destruct (columns_step 7 45 [v0] [v1] v2 v3 [4; 3] (2 ^ 107) (s + x * (y * 2 ^ k)) 0 (s * 2 ^ 47) mu (2 ^ 75)
    (product_correction 2 1) 0 minus f) as (Hc & R & e & ER & EQ & Hlow & Hhigh);
    try (rewrite Lm); unfold number52 in *; cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
      try lia; try reflexivity.

  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  set (Q := madd52_high _ _ _) in *. clearbody Q.
  rewrite Lm in Hc. cbn [terms] in Hc.
  destruct (columns_add_multiple Q minus [v1; v2]) as [|u1 [|u2 [|]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *. cbn [value] in ER.
  assert (HR : s <= R < 2 * (s * 2 ^ 47) + 2 ^ 149 + 2 ^ 108).
  { set (P := s + x * (y * 2 ^ k) - (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * 0))) in *.
    assert (P * (s * 2 ^ 47 + 2 ^ 75) <= 2 ^ 201 * (s * 2 ^ 47 + 2 ^ 75)) by (apply Z.mul_le_mono_nonneg_r; unfold P;
      lia).
    lia. }
  assert (EM : exists M, R = s + x * (y * 2 ^ k) - M * s) by (eexists; rewrite EQ;
    instantiate (1 := low52 Q * 2 ^ 47); lia).
  destruct EM as [M EM].
  clear EV Em Lm Hlow Hhigh EQ.
  (* the second one *)
  destruct (product_quotient_of_step B s (product2_quotient_shift 1) 0 (2 ^ 229) (2 ^ 26) (2 ^ 100))
    as [Hmu' Hmu_m']; try (unfold product2_quotient_shift; cbn [Z.eqb]; lia).
  set (mu' := product_step_quotient B (product2_quotient_shift 1)) in *. clearbody mu'.
  destruct (product_minus_number 2 0 s 0) as (f' & Em & Lm); try lia.
  { exists s. lia. }
  set (minus' := product_minus 2 0 s 0) in *. clearbody minus'.
  destruct (columns_step 4 48 [] [v0] u1 u2 [2; 5] (2 ^ 54) R e s mu' (2 ^ 26)
    (product_correction 2 2) 1 minus' f') as (Hc & R' & e' & ER' & EQ & Hlow & Hhigh);
    try (rewrite Lm); unfold number52 in *; cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
      try lia; try reflexivity.
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  set (Q' := madd52_high _ _ _) in *. clearbody Q'. rewrite Lm in Hc. cbn [terms] in Hc. rewrite <- Er in *.
  assert (HR' : - s <= R' < s).
  { assert (A1 : (R - (v0 + 2 ^ 52 * 0)) * (s * 2 ^ 0 + 2 ^ 26) <= (2 * (s * 2 ^ 47) + 2 ^ 149 + 2 ^ 108) * (s * 2 ^ 0
      + 2 ^ 26)).
    { apply Z.mul_le_mono_nonneg_r; lia. }
    assert (A2 : 0 <= (s - 2 ^ 102) * (2 ^ 103 - s)) by (apply Z.mul_nonneg_nonneg; lia).
    lia. }
  exists (x * y - (M + low52 Q' - 1) * q), e'.
  assert (Er' : (x * y - (M + low52 Q' - 1) * q) * 2 ^ k = R') by (unfold s in *; lia).
  split; [rewrite Er', ER'; lia|]. split.
  - split; [apply Z.lt_succ_r|]; apply (cancel (2 ^ k)); unfold s in *; lia.
  - split; [apply (congruent _ _ _ (M + low52 Q' - 1)); [lia|ring]|exact Hc].
Qed.

(** ** Three limbs *)

Definition eltwise_product_3 b q xs ys :=
  let s := q * 2 ^ (product_shifted_bits 3 - b) in
  let quotient i := product_step_quotient (product_quotient 128 b q) (product3_quotient_shift i) in
  let multiples i top next :=
    product_multiples (product3_digit_shift i) (product_correction 3 (i + 1)) (quotient i) top next in
  match columns_add_product xs ys (put_limbs 3 (product_offset 3 s) ++ [0; 0]) with
  | [v0; v1; v2; v3; v4] =>
      match columns_add_multiple (multiples 0 v4 v3) (product_minus 3 1 s (product3_multiple_shift 0)) [v1; v2; v3] with
      | [v1; v2; v3] =>
          match columns_add_multiple (multiples 1 v3 v2) (product_minus 3 0 s (product3_multiple_shift 1)) [v0; v1;
            v2] with
          | [v0; v1; v2] =>
              columns_add_multiple (multiples 2 v2 v1) (product_minus 3 0 s (product3_multiple_shift 2)) [v0; v1; v2]
          | _ => []
          end
      | _ => []
      end
  | _ => []
  end.

(** The remainder is x y 2^k minus a multiple of s, in [-s, s), modulo 2^156. *)
Theorem eltwise_product_three_limbs b q x y xs ys :
  let k := product_shifted_bits 3 - b in let most := product_operand_factor 3 * q in
  product_least_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= x < most -> 0 <= y < most ->
  length xs = 3%nat -> length ys = 3%nat -> number52 (digits_read xs) = x -> number52 (digits_read ys) = y * 2 ^ k ->
  exists r e, number52 (eltwise_product_3 b q xs ys) = r * 2 ^ k + e * 2 ^ 156 /\
    - q <= r < q /\ r mod q = (x * y) mod q /\ Forall2 column [4; 9; 12] (eltwise_product_3 b q xs ys).
Proof.
  intros k most Hb Hq Hx Hy Lx Ly Ex Ey. subst most.
  unfold product_least_bits, radix52_modulus_bits, product_shifted_bits, product_operand_factor in *;
    cbn [Z.eqb Pos.eqb] in *.
  destruct (shifted_modulus 124 b q ltac:(lia) Hq) as (Hs & HB & Hk). fold k in Hs, HB, Hk.
  remember (eltwise_product_3 b q xs ys) as result eqn:Er. unfold eltwise_product_3, product_shifted_bits in Er.
  cbn [Z.eqb Pos.eqb] in Er. fold k in Er. set (s := q * 2 ^ k) in *.
  set (B := product_quotient 128 b q) in *. clearbody B.
  assert (HP : 0 <= x * (y * 2 ^ k) < 2 ^ 252).
  { assert (0 <= y * 2 ^ k < 4 * s).
    { split; [apply Z.mul_nonneg_nonneg; lia|]. unfold s. rewrite Z.mul_assoc. apply Z.mul_lt_mono_pos_r; lia. }
    assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia).
    split; [apply Z.mul_nonneg_nonneg; lia|]. change (2 ^ 252) with (2 ^ 126 * 2 ^ 126). apply Z.mul_lt_mono_nonneg;
      lia. }
  (* the columns of the product *)
  assert (Eo : number52 (put_limbs 3 (product_offset 3 s)) = s * 2 ^ 32).
  { destruct (put_limbs_number 3 (product_offset 3 s)) as (_ & -> & _). unfold product_offset; cbn [Z.eqb Pos.eqb].
    apply Z.mod_small. cbn. lia. }
  destruct (put_limbs 3 (product_offset 3 s)) as [|o0 [|o1 [|o2 [|]]]] eqn:Eput; cbn [put_limbs] in Eput;
    try discriminate.
  assert (Ho : 0 <= o0 < 2 ^ 52 /\ 0 <= o1 < 2 ^ 52 /\ 0 <= o2 < 2 ^ 52).
  { injection Eput as <- <- <-. repeat split; apply low52_range. }
  clear Eput. cbn [app] in Er.
  destruct (columns_add_product_spec ys xs [1; 1; 1; 0; 0] [o0; o1; o2; 0; 0] 1) as (Hc & Hle & d & Hd & _ & EV).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { cbn [length]. lia. }
  { repeat constructor; lia. }
  { rewrite Lx. cbn. lia. }
  rewrite Lx, Ly in Hc. cbn in Hc. rewrite Ex, Ey in EV.
  destruct (columns_add_product xs ys [o0; o1; o2; 0; 0]) as [|v0 [|v1 [|v2 [|v3 [|v4 [|]]]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  unfold number52 in EV, Eo. cbn [value length Z.of_nat Pos.of_succ_nat Pos.succ] in EV, Eo.
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *.
  assert (d = 0) by lia. subst d.
  (* the first step *)
  destruct (product_quotient_of_step B s (product3_quotient_shift 0) (product3_multiple_shift 0) (2 ^ 250) (2 ^ 126)
    (2 ^ 200))
    as [Hmu Hmu_m]; try (unfold product3_quotient_shift, product3_multiple_shift; cbn [Z.eqb]; lia).
  set (mu := product_step_quotient B (product3_quotient_shift 0)) in *. clearbody mu.
  destruct (product_minus_number 3 1 s (product3_multiple_shift 0)) as (f & Em & Lm);
    try (unfold product3_multiple_shift; cbn [Z.eqb]; lia).
  { exists (s * 2 ^ 26). unfold product3_multiple_shift. cbn [Z.eqb]. lia. }
  set (minus := product_minus 3 1 s _) in *. clearbody minus.
  unfold product_multiples in Er. unfold product3_multiple_shift, product3_digit_shift in *. cbn [Z.eqb Pos.eqb] in *.
  change (52 - 8) with 44 in Er. change (52 - 4) with 48 in Er. change (52 - 0) with 52 in Er.
  destruct (columns_step 8 44 [v0] [v1; v2] v3 v4 [4; 6;
    5] (2 ^ 159) (s * 2 ^ 32 + x * (y * 2 ^ k)) 0 (s * 2 ^ 78) mu (2 ^ 126)
    (product_correction 3 1) 0 minus f) as (Hc & R & e & ER & EQ & Hlow & Hhigh);
    try (rewrite Lm); unfold number52 in *; cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
      try lia; try reflexivity.
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  change (product_correction 3 (0 + 1)) with (product_correction 3 1) in Er.
  set (Q := madd52_high _ _ mu) in *. clearbody Q. rewrite Lm in Hc. cbn [terms] in Hc.
  destruct (columns_add_multiple Q minus [v1; v2; v3]) as [|u1 [|u2 [|u3 [|]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *. cbn [value] in ER.
  assert (HR : s * 2 ^ 32 <= R < 2 * (s * 2 ^ 78) + 2 ^ 200 + 2 ^ 160).
  { set (P := s * 2 ^ 32 + x * (y * 2 ^ k) - (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * (v2 + 2 ^ 52 * 0)))) in *.
    assert (P * (s * 2 ^ 78 + 2 ^ 126) <= 2 ^ 252 * (s * 2 ^ 78 + 2 ^ 126)) by (apply Z.mul_le_mono_nonneg_r;
      unfold P; lia).
    lia. }
  assert (EM : exists M, R = x * (y * 2 ^ k) - M * s).
  { exists (low52 Q * 2 ^ 78 - 2 ^ 32). rewrite EQ. lia. }
  destruct EM as [M EM]. clear EV Em Lm Hlow Hhigh EQ minus Eo Ho Hmu Hmu_m.
  (* the second one *)
  destruct (product_quotient_of_step B s (product3_quotient_shift 1) 30 (2 ^ 250) (2 ^ 78) (2 ^ 152))
    as [Hmu' Hmu_m']; try (unfold product3_quotient_shift; cbn [Z.eqb Pos.eqb]; lia).
  set (mu' := product_step_quotient B (product3_quotient_shift 1)) in *. clearbody mu'.
  destruct (product_minus_number 3 0 s 30) as (f' & Em & Lm); try lia.
  { exists (s * 2 ^ 30). lia. }
  set (minus := product_minus 3 0 s 30) in *. clearbody minus.
  destruct (columns_step 4 48 [] [v0; u1] u2 u3 [2; 5; 8] (2 ^ 107) R e (s * 2 ^ 30) mu' (2 ^ 78)
    (product_correction 3 2) (-1) minus f') as (Hc & R' & e' & ER' & EQ & Hlow & Hhigh);
    try (rewrite Lm); unfold number52 in *; cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
      try lia; try reflexivity.
  { right. right. split; [reflexivity|].
    assert (mu' * (s * 2 ^ 32) <= mu' * R) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  change (product_correction 3 (1 + 1)) with (product_correction 3 2) in Er.
  set (Q' := madd52_high _ _ mu') in *. clearbody Q'. rewrite Lm in Hc. cbn [terms] in Hc.
  destruct (columns_add_multiple Q' minus [v0; u1; u2]) as [|w0 [|w1 [|w2 [|]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *. cbn [value] in ER'.
  assert (HR' : s * 2 ^ 30 <= R' /\ 2 * R' < 7 * (s * 2 ^ 30)).
  { set (L := v0 + 2 ^ 52 * (u1 + 2 ^ 52 * 0)) in *.
    assert (A1 : (R - L) * (s * 2 ^ 30 + 2 ^ 78) <= (2 * (s * 2 ^ 78) + 2 ^ 200 + 2 ^ 160) * (s * 2 ^ 30 + 2 ^ 78)).
    { apply Z.mul_le_mono_nonneg_r; unfold L; lia. }
    assert (A2 : s * s <= s * 2 ^ 124) by (apply Z.mul_le_mono_nonneg_l; lia).
    unfold L in *. lia. }
  assert (EM' : exists M, R' = x * (y * 2 ^ k) - M * s).
  { exists (M + low52 Q' * 2 ^ 30). rewrite EQ, EM. lia. }
  clear M EM HR ER. destruct EM' as [M EM]. clear Em Lm Hlow Hhigh EQ minus Hmu' Hmu_m' f f' mu' mu.
  (* the third one, which keeps all columns *)
  destruct (product_quotient_of_step B s (product3_quotient_shift 2) 0 (2 ^ 250) (2 ^ 30) (2 ^ 104))
    as [Hmu Hmu_m]; try (unfold product3_quotient_shift; cbn [Z.eqb Pos.eqb]; lia).
  set (mu := product_step_quotient B (product3_quotient_shift 2)) in *. clearbody mu.
  destruct (product_minus_number 3 0 s 0) as (f & Em & Lm); try lia.
  { exists s. lia. }
  set (minus := product_minus 3 0 s 0) in *. clearbody minus.
  destruct (column_step 0 52 (2 ^ 52) (2 ^ 54) R' w2 w1 w0 e' s mu (2 ^ 30) (product_correction 3 3) 1)
    as (HQ & Hlow & Hhigh); try lia; try reflexivity.
  change (product_correction 3 (2 + 1)) with (product_correction 3 3) in Er.
  set (T := madd52_high _ _ mu) in *. clearbody T.
  destruct (columns_add_multiple_spec minus T [3; 7; 10] [w0; w1; w2]) as (Hc & _ & d & _ & _ & EV).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { rewrite Lm. cbn. lia. }
  { rewrite Lm. repeat constructor; cbn; lia. }
  rewrite <- Er in *. rewrite Lm in Hc. cbn [terms] in Hc. unfold number52 in *. cbn [value length Z.of_nat
    Pos.of_succ_nat Pos.succ] in EV.
  assert (HT : - s <= R' - low52 T * s < s).
  { assert (A1 : (R' - w0) * (s + 2 ^ 30) <= 2 ^ 156 * (s + 2 ^ 30)) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (A3 : 2 * ((R' - w0) * (s + 2 ^ 30)) <= 7 * (s * 2 ^ 30) * (s + 2 ^ 30)).
    { rewrite Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; lia. }
    assert (A2 : s * s <= s * 2 ^ 124) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  exists (x * y - (M + low52 T) * q), (e' + low52 T * f - d).
  assert (Er' : (x * y - (M + low52 T) * q) * 2 ^ k = R' - low52 T * s) by (rewrite EM; unfold s; ring).
  split.
  { assert (EM' : value (2 ^ 52) (digits_read minus) = - s + f * 2 ^ 156) by lia. rewrite EM' in EV. rewrite Er'. lia. }
  split.
  - split; [apply Z.lt_succ_r|]; apply (cancel (2 ^ k)); unfold s in *; lia.
  - split; [apply (congruent _ _ _ (M + low52 T)); [lia|ring]|exact Hc].
Qed.
