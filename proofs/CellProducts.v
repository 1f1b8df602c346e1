(** Products of two numbers that stay in cells: sections 13.8 and 13.9 of docs/bounds/limbs52.md, for every length of q;
    powers of two of the length replace shifts of the factors. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery ProductColumns.
Import ListNotations.

(** ** Two limbs *)

(** Constants that are written as limbs are not shifted. *)
Lemma put_as_they_are x :
  cell2_first_minus_multiple x = - x /\ cell2_second_minus_multiple x = - x /\ cell3_folded x = x.
Proof. unfold cell2_first_minus_multiple, cell2_second_minus_multiple, cell3_folded. lia. Qed.

(** Minus the least multiple of q above 2^(b + 49), where the power is a 128-bit word. *)
Definition cell2_excess_of b q :=
  cell2_excess q (product_quotient 128 b q) (if b + 49 <? 128 then 2 ^ (b + 49) else 0) mod 2 ^ 128.
Definition cell2_first_minus b q :=
  match put_limbs 3 (cell2_first_minus_multiple (cell2_excess_of b q)) with
  | [l0; l1; l2] => [l0; l1; cell2_first_top l2 b]
  | _ => []
  end.

Definition cell_product_2 b q start xs ys :=
  match columns_add_product xs ys (start ++ [0; 0]) with
  | [v0; v1; v2; v3] =>
      let multiples := madd52_high 0 (column_digit (cell2_first_shift b) (cell2_first_below b) v3 v2)
        (cell2_first_quotient b (cell2_excess_of b q)) in
      match columns_add_multiple multiples (cell2_first_minus b q) [v0; v1; v2] with
      | [v0; v1; v2] =>
          let multiples := madd52_high 0 (column_digit (cell2_second_shift b) (cell2_second_below b) v2 v1)
            (cell2_second_quotient (product_quotient 128 b q)) in
          columns_add_multiple multiples (put_limbs 2 (cell2_second_minus_multiple q)) [v0; v1]
      | _ => []
      end
  | _ => []
  end.

(** B is 2^(b - 61): the least multiple of q above W = 2^110 B is W + e; its quotient is right, or too small by 1 +
    g. *)
Lemma cell2_first_multiple b q B : B = 2 ^ (b - 61) -> 61 <= b <= 98 -> 2 ^ 60 * B < q < 2 ^ 61 * B ->
  let e := cell2_excess_of b q in let W := 2 ^ 110 * B in let mu := cell2_first_quotient b e in
  0 < e <= q /\ (exists n, W + e = n * q) /\ 0 <= mu < 2 ^ 52 /\
  mu * (W + e) <= 2 ^ 52 * W <= (mu + 1) * (W + e) + 2 ^ 64 * B /\
  number52 (digits_read (cell2_first_minus b q)) = (- (W + e)) mod 2 ^ 156 /\ length (cell2_first_minus b q) = 3%nat.
Proof.
  intros EB Hb Hq. cbv zeta.
  assert (HB : 1 <= B <= 2 ^ 37) by (subst B; split; [change 1 with (2 ^ 0)|]; apply Z.pow_le_mono_r; lia).
  assert (EW : 2 ^ (b + 49) = 2 ^ 110 * B) by (subst B; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E3 : 2 ^ (b - 3) = 2 ^ 58 * B) by (subst B; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E55 : 2 ^ (b - 55) = 2 ^ 6 * B) by (subst B; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (EP : product_quotient 128 b q / 2 ^ 77 = 2 ^ 110 * B / q).
  { unfold product_quotient. rewrite Z.div_div by lia. rewrite (Z.mul_comm q).
    replace (2 ^ (b + 128 - 2)) with (2 ^ 77 * (2 ^ 110 * B)) by (rewrite <- EW, <- Z.pow_add_r by lia; f_equal; lia).
    apply Z.div_mul_cancel_l; lia. }
  assert (Ee : cell2_excess_of b q = (2 ^ 110 * B / q + 1) * q - 2 ^ 110 * B /\ 0 < cell2_excess_of b q <= q).
  { unfold cell2_excess_of, cell2_excess. rewrite EP, EW. floor_of (2 ^ 110 * B) by q as n Hn.
    destruct (Z.ltb_spec (b + 49) 128).
    - rewrite Z.mod_small by lia. lia.
    - assert (E128 : 2 ^ 110 * B = 2 ^ 128 * 2 ^ (b - 79)).
      { rewrite <- EW, <- Z.pow_add_r by lia. f_equal. lia. }
      rewrite <- (Z.mod_unique ((n + 1) * q - 0) (2 ^ 128) (2 ^ (b - 79)) ((n + 1) * q - 2 ^ 110 * B)); lia. }
  destruct Ee as [Ee He]. set (e := cell2_excess_of b q) in *.
  assert (Hn : exists n, 2 ^ 110 * B + e = n * q) by (exists (2 ^ 110 * B / q + 1); lia).
  unfold cell2_first_minus. fold e. rewrite (proj1 (put_as_they_are e)). clearbody e. clear Ee EP EW.
  unfold cell2_first_quotient. rewrite E3. change 4503599627370495 with (2 ^ 52 - 1).
  floor_of e by (2 ^ 58 * B) as f Hf.
  assert (Hf8 : 0 <= f < 8).
  { split; [apply Z.lt_succ_r|]; apply (cancel (2 ^ 58 * B)); lia. }
  assert (Hfe : 0 <= f * e <= 8 * e) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_r]; lia).
  split; [exact He|]. split; [exact Hn|]. split; [lia|]. split; [lia|].
  destruct (put_limbs_number 3 (- e)) as (E & _ & L). revert E L. cbn [put_limbs].
  set (l0 := low52 (- e)). set (l1 := low52 (- e / 2 ^ 52)). set (l2 := low52 (- e / 2 ^ 52 / 2 ^ 52)). intros E _.
  split; [|reflexivity]. unfold number52, digits_read in *. cbn [map value] in *.
  unfold cell2_first_top. rewrite E55. change 4503599627370495 with (2 ^ 52 - 1). rewrite land_mask by lia.
  rewrite (low52_small l2) in E by apply low52_range.
  rewrite (low52_small (_ mod _)) by (apply Z.mod_pos_bound; lia).
  change ((2 ^ 52) ^ Z.of_nat 3) with (2 ^ 156) in E.
  pose proof (Z.div_mod (l2 - 1 * (2 ^ 6 * B)) (2 ^ 52) ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (l2 - 1 * (2 ^ 6 * B)) (2 ^ 52) ltac:(lia)) as Hm.
  pose proof (Z.div_mod (- e) (2 ^ 156) ltac:(lia)) as De.
  pose proof (low52_range l0) as Hl0. pose proof (low52_range l1) as Hl1.
  apply (Z.mod_unique _ _ (- e / 2 ^ 156 + (l2 - 1 * (2 ^ 6 * B)) / 2 ^ 52)); lia.
Qed.

(** With factors as the buffers hold them, and a start of 2 q plus the summand, the result is right modulo q, and the
    columns hold it modulo 2^104. *)
Theorem cell_product_two_limbs b q x y z start xs ys :
  product_least_bits 2 <= b <= radix52_modulus_bits 2 -> 2 ^ (b - 1) < q < 2 ^ b ->
  cell2_takes (cell_factors 2) cell2_bound = true ->
  below q (cell_factors 2) x -> below q (cell_factors 2) y -> below q (cell_evaluations 2) z ->
  length xs = 2%nat -> length ys = 2%nat -> number52 (digits_read xs) = x -> number52 (digits_read ys) = y ->
  length start = 2%nat -> Forall2 column [1; 1] start -> number52 start = cell2_offset q + z ->
  let v := cell_product_2 b q start xs ys in
  exists r e, number52 v = r + e * 2 ^ 104 /\ r mod q = (x * y + z) mod q /\ below q cell2_bound r /\
    Forall2 column [4; 8] v.
Proof.
  intros Hb Hq Htakes Hx Hy Hz Lx Ly Ex Ey Ls Hstart Es v.
  assert (Hf : cell_factors 2 <= 716).
  { unfold cell2_takes in Htakes. destruct (Z.leb_spec (cell_factors 2) 716); [assumption|discriminate]. }
  unfold below, product_least_bits, radix52_modulus_bits, cell_evaluations, cell2_offset, cell2_bound in *;
    cbn [Z.eqb Pos.eqb] in *. change (2 ^ 1) with 2 in *.
  remember (cell_product_2 b q start xs ys) as result eqn:Er. unfold cell_product_2 in Er.
  rewrite (proj1 (proj2 (put_as_they_are q))) in Er. subst v.
  set (B := 2 ^ (b - 61)).
  assert (HB : 1 <= B <= 2 ^ 37) by (unfold B; split; [change 1 with (2 ^ 0)|]; apply Z.pow_le_mono_r; lia).
  assert (Hq' : 2 ^ 60 * B < q < 2 ^ 61 * B).
  { unfold B. rewrite <- !Z.pow_add_r by lia. replace (60 + (b - 61)) with (b - 1) by lia.
    replace (61 + (b - 61)) with b by lia. exact Hq. }
  destruct (cell2_first_multiple b q B eq_refl ltac:(lia) Hq') as (He & [n0 Hn0] & Hmu & Hmu_m & Em & Lm).
  set (e := cell2_excess_of b q) in *. set (mu := cell2_first_quotient b e) in *. set (minus := cell2_first_minus b q)
    in *.
  clearbody e mu minus.
  assert (H6 : 2 ^ cell2_first_below b = 2 ^ 6 * B).
  { unfold cell2_first_below, B. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (H8 : 2 ^ cell2_second_below b = 2 ^ 8 * B).
  { unfold cell2_second_below, B. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Hmu2 : let mu := cell2_second_quotient (product_quotient 128 b q) in
    0 <= mu < 2 ^ 52 /\ mu * q <= 2 ^ 112 * B < (mu + 1) * q).
  { cbv zeta. unfold cell2_second_quotient, product_quotient. rewrite Z.div_div, (Z.mul_comm q) by lia.
    replace (2 ^ (b + 128 - 2)) with (2 ^ 75 * (2 ^ 112 * B)).
    2: { unfold B. rewrite <- !Z.pow_add_r by lia. f_equal. lia. }
    rewrite Z.div_mul_cancel_l by lia. floor_of (2 ^ 112 * B) by q as m Hm. split; [|lia].
    split; [apply Z.lt_succ_r|]; apply (cancel q); lia. }
  cbv zeta in Hmu2. set (mu2 := cell2_second_quotient _) in *. clearbody mu2. destruct Hmu2 as [Hmu2 Hmu2_m].
    clearbody B.
  (* the product *)
  assert (HP : 0 <= x * y /\ 65536 * (x * y) <= 716 * 716 * (q * q)).
  { assert (cell_factors 2 * q <= 716 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; [apply Z.mul_nonneg_nonneg; lia|].
    assert ((256 * x) * (256 * y) <= (716 * q) * (716 * q)) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  assert (Hqq : q * q <= 2 ^ 60 * B * (3 * q - 2 ^ 61 * B)).
  { assert (0 <= (q - 2 ^ 60 * B) * (2 ^ 61 * B - q)) by (apply Z.mul_nonneg_nonneg; lia). lia. }
  assert (Hq97 : q * q <= 2 ^ 97 * (3 * q - 2 ^ 61 * B)).
  { assert (2 ^ 60 * B * (3 * q - 2 ^ 61 * B) <= 2 ^ 97 * (3 * q - 2 ^ 61 * B)) by (apply Z.mul_le_mono_nonneg_r;
      lia). lia. }
  destruct start as [|o0 [|o1 [|]]]; try discriminate. cbn [app] in Er.
  assert (Ho : column 1 o0 /\ column 1 o1) by (inversion_clear Hstart as [|? ? ? ? ? Ht]; inversion_clear Ht; auto).
  clear Hstart. destruct Ho as [Ho0 Ho1]. unfold number52 in Es. cbn [value] in Es.
  destruct (columns_add_product_spec ys xs [1; 1; 0; 0] [o0; o1; 0; 0] 1) as (Hc & Hle & d & Hd & Hd0 & EV).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column in *; lia. }
  { cbn [length]. lia. }
  { repeat constructor; lia. }
  { rewrite Lx. cbn. lia. }
  rewrite Hd0 in EV by (cbn [length]; lia). clear Hd Hd0 d. rewrite Lx, Ly in Hc. cbn in Hc. rewrite Ex, Ey in EV.
  destruct (columns_add_product xs ys [o0; o1; 0; 0]) as [|v0 [|v1 [|v2 [|v3 [|]]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *.
  unfold number52 in EV. cbn [value] in EV.
  (* the first step *)
  destruct (columns_step (cell2_first_shift b) (cell2_first_below b) [] [v0; v1] v2 v3 [2; 4;
    3] (3 * 2 ^ 104) (x * y + (q * 2 + z)) 0
    (2 ^ 110 * B + e) mu (2 ^ 64 * B) 0 0 minus (- (- (2 ^ 110 * B + e) / 2 ^ 156)))
      as (Hc & R & e1 & ER & EQ & Hlow & Hhigh);
    try (rewrite Lm); try (rewrite H6); unfold number52 in *;
    cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
    try (unfold cell2_first_shift, cell2_first_below; lia); try lia; try reflexivity.
  { rewrite Em. pose proof (Z.div_mod (- (2 ^ 110 * B + e)) (2 ^ 156) ltac:(lia)). lia. }
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  set (Q := madd52_high _ _ mu) in *. clearbody Q. rewrite Lm in Hc. cbn [terms] in Hc. rewrite H6 in Hhigh.
  destruct (columns_add_multiple Q minus [v0; v1; v2]) as [|u0 [|u1 [|u2 [|]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *. cbn [value] in ER.
  (* the remainder, with both ends of q and of its length: of three errors the last is X / 2^52 *)
  assert (HR : q * 2 <= R /\ 2 ^ 52 * 65536 * R <=
    2 ^ 52 * 65536 * (2 ^ 111 * B + q + 3 * 2 ^ 104) + (716 * 716 * 2 ^ 97 + 2 ^ 80) * (3 * q - 2 ^ 61 * B)).
  { split; [lia|].
    set (X := x * y + (q * 2 + z) - (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * 0))) in *.
    assert (HX : 0 <= X /\ 65536 * X <= 716 * 716 * 2 ^ 97 * (3 * q - 2 ^ 61 * B)) by (unfold X; lia).
    assert (A1 : X * (2 ^ 110 * B + e + 2 ^ 64 * B) <= X * ((2 ^ 110 + 2 ^ 65) * B)) by (apply Z.mul_le_mono_nonneg_l;
      lia).
    assert (A2 : R * 2 ^ 162 < 2 ^ 162 * (2 ^ 110 * B + e + 2 ^ 110 * B + 3 * 2 ^ 104) + X * (2 ^ 110 + 2 ^ 65)).
    { apply (cancel B); lia. }
    lia. }
  assert (EM : exists M, R = x * y + z - M * q) by (exists (low52 Q * n0 - 2); rewrite EQ, Hn0; ring).
  destruct EM as [M EM]. clear EV Em Lm Hlow Hhigh EQ minus Hmu Hmu_m.
  (* the second step *)
  destruct (put_limbs_number 2 (- q)) as (Em & _ & Lm). set (minus := put_limbs 2 (- q)) in *. clearbody minus.
  destruct (columns_step (cell2_second_shift b) (cell2_second_below b) [] [u0] u1 u2 [3; 6] (2 ^ 53) R e1 q mu2 0 0 0
    minus (- (- q / 2 ^ 104))) as (Hc & R' & e2 & ER' & EQ & Hlow & Hhigh);
    try (rewrite Lm); try (rewrite H8); unfold number52 in *;
    cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
    try (unfold cell2_second_shift, cell2_second_below; lia); try lia; try reflexivity.
  { rewrite Em. change ((2 ^ 52) ^ 2) with (2 ^ 104). pose proof (Z.div_mod (- q) (2 ^ 104) ltac:(lia)). lia. }
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  set (Q' := madd52_high _ _ mu2) in *. clearbody Q'. rewrite Lm in Hc. cbn [terms] in Hc. rewrite <- Er in *.
  rewrite H8 in Hhigh.
  exists R', e2. split; [rewrite ER'; lia|]. split; [|split; [|exact Hc]].
  - apply (congruent _ _ _ (M + low52 Q')); [lia|]. rewrite EQ, EM. ring.
  - split; [lia|].
    assert (A1 : 2 ^ 52 * 65536 * ((R - (u0 + 2 ^ 52 * 0)) * q) <=
      (2 ^ 52 * 65536 * (2 ^ 111 * B + q + 3 * 2 ^ 104) + (716 * 716 * 2 ^ 97 + 2 ^ 80) * (3 * q - 2 ^ 61 * B)) * q).
    { rewrite Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; lia. }
    assert (A2 : 3 * 2 ^ 104 * q <= 3 * 2 ^ 104 * B * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (A3 : 2 ^ 60 * B * B <= q * B <= 2 ^ 61 * B * B) by (split; apply Z.mul_le_mono_nonneg_r; lia).
    assert (A4 : 1 * B <= B * B) by (apply Z.mul_le_mono_nonneg_r; lia).
    apply (cancel (B * 2 ^ 200)); lia.
Qed.

(** ** Three limbs *)

Definition cell3_residue_of b q := cell3_residue q (product_quotient 128 b q) mod 2 ^ 128.

Definition cell_product_3 b q start xs ys :=
  match columns_add_product xs ys (start ++ [0; 0]) with
  | [v0; v1; v2; v3; v4] =>
      let above := column_digit (cell3_fold_shift b) (cell3_fold_below b) v4 v3 in
      let left := Z.land v3 (cell3_fold_mask b) in
      match columns_add_multiple above (put_limbs 3 (cell3_folded (cell3_residue_of b q))) [v0; v1; v2; left] with
      | [v0; v1; v2; v3] =>
          let multiples := madd52_high 0 (column_digit (cell3_last_shift b) (cell3_last_below b) v3 v2)
            (cell3_last_quotient (product_quotient 128 b q)) in
          columns_add_multiple multiples (put_limbs 3 (cell3_last_multiple q)) [v0; v1; v2]
      | _ => []
      end
  | _ => []
  end.

(** B is 2^(b - 99). *)
Lemma cell3_residue_is b q B : B = 2 ^ (b - 99) -> 99 <= b <= 124 -> 2 ^ 98 * B < q < 2 ^ 99 * B ->
  exists n, cell3_residue_of b q = 2 ^ 172 * B - n * q /\ 0 <= cell3_residue_of b q < q.
Proof.
  intros EB Hb Hq. unfold cell3_residue_of, cell3_residue, product_quotient. rewrite Z.div_div, (Z.mul_comm q) by lia.
  assert (HB : 1 <= B <= 2 ^ 25) by (subst B; split; [change 1 with (2 ^ 0)|]; apply Z.pow_le_mono_r; lia).
  replace (2 ^ (b + 128 - 2)) with (2 ^ 53 * (2 ^ 172 * B)).
  2: { subst B. rewrite <- !Z.pow_add_r by lia. f_equal. lia. }
  rewrite Z.div_mul_cancel_l by lia. floor_of (2 ^ 172 * B) by q as n Hn. exists n.
  rewrite <- (Z.mod_unique (- n * q) (2 ^ 128) (- 2 ^ 44 * B) (2 ^ 172 * B - n * q)); lia.
Qed.

Theorem cell_product_three_limbs b q x y z start xs ys :
  product_least_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) < q < 2 ^ b ->
  cell3_takes (cell_factors 3) = true ->
  below q (cell_factors 3) x -> below q (cell_factors 3) y -> below q (cell_evaluations 3) z ->
  length xs = 3%nat -> length ys = 3%nat -> number52 (digits_read xs) = x -> number52 (digits_read ys) = y ->
  length start = 3%nat -> Forall2 column [1; 1; 1] start -> number52 start = z ->
  let v := cell_product_3 b q start xs ys in
  exists r e, number52 v = r + e * 2 ^ 156 /\ r mod q = (x * y + z) mod q /\ below q cell3_bound r /\
    Forall2 column [4; 8; 10] v.
Proof.
  intros Hb Hq Htakes Hx Hy Hz Lx Ly Ex Ey Ls Hstart Es v.
  assert (Hf : cell_factors 3 <= 341) by (apply Z.leb_le; exact Htakes).
  unfold below, product_least_bits, radix52_modulus_bits, cell_evaluations, cell3_bound in *; cbn [Z.eqb Pos.eqb] in *.
  remember (cell_product_3 b q start xs ys) as result eqn:Er. unfold cell_product_3 in Er.
  rewrite (proj2 (proj2 (put_as_they_are (cell3_residue_of b q)))) in Er. subst v.
  set (B := 2 ^ (b - 99)).
  assert (HB : 1 <= B <= 2 ^ 25) by (unfold B; split; [change 1 with (2 ^ 0)|]; apply Z.pow_le_mono_r; lia).
  assert (Hq' : 2 ^ 98 * B < q < 2 ^ 99 * B).
  { unfold B. rewrite <- !Z.pow_add_r by lia. replace (98 + (b - 99)) with (b - 1) by lia.
    replace (99 + (b - 99)) with b by lia. exact Hq. }
  destruct (cell3_residue_is b q B eq_refl ltac:(lia) Hq') as [n0 [Hn0 Hres]].
  set (residue := cell3_residue_of b q) in *. clearbody residue.
  assert (H16 : 2 ^ cell3_fold_below b = 2 ^ 16 * B).
  { unfold cell3_fold_below, B. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (H36 : 2 ^ cell3_fold_shift b * (2 ^ 16 * B) = 2 ^ 52).
  { rewrite <- H16. unfold cell3_fold_shift, cell3_fold_below. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (H17 : 2 ^ cell3_last_below b = 2 ^ 17 * B).
  { unfold cell3_last_below, B. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Hmu : let mu := cell3_last_quotient (product_quotient 128 b q) in
    0 <= mu < 2 ^ 52 /\ mu * q <= 2 ^ 150 * B < (mu + 1) * q).
  { cbv zeta. unfold cell3_last_quotient, product_quotient. rewrite Z.div_div, (Z.mul_comm q) by lia.
    replace (2 ^ (b + 128 - 2)) with (2 ^ 75 * (2 ^ 150 * B)).
    2: { unfold B. rewrite <- !Z.pow_add_r by lia. f_equal. lia. }
    rewrite Z.div_mul_cancel_l by lia. floor_of (2 ^ 150 * B) by q as m Hm. split; [|lia].
    split; [apply Z.lt_succ_r|]; apply (cancel q); lia. }
  cbv zeta in Hmu. set (mu := cell3_last_quotient _) in *. clearbody mu. destruct Hmu as [Hmu Hmu_m].
  assert (Hland : forall v, Z.land v (cell3_fold_mask b) = v mod (2 ^ 16 * B)).
  { intros v. rewrite <- H16. unfold cell3_fold_mask, cell3_fold_below. rewrite Z.mul_1_l. apply land_mask. lia. }
  clearbody B.
  (* the product *)
  assert (HP : 0 <= x * y /\ 65536 * (x * y) <= 341 * 341 * (2 ^ 223 * B)).
  { assert (cell_factors 3 * q <= 341 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; [apply Z.mul_nonneg_nonneg; lia|].
    assert ((256 * x) * (256 * y) <= (341 * q) * (341 * q)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (q * q <= 2 ^ 124 * (2 ^ 99 * B)) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  destruct start as [|o0 [|o1 [|o2 [|]]]]; try discriminate. cbn [app] in Er.
  assert (Ho : column 1 o0 /\ column 1 o1 /\ column 1 o2).
  { inversion_clear Hstart as [|? ? ? ? ? Ht]; inversion_clear Ht as [|? ? ? ? ? Hu]; inversion_clear Hu; auto. }
  clear Hstart. destruct Ho as (Ho0 & Ho1 & Ho2). unfold number52 in Es. cbn [value] in Es.
  destruct (columns_add_product_spec ys xs [1; 1; 1; 0; 0] [o0; o1; o2; 0; 0] 1) as (Hc & _ & d & Hd & _ & EV).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column in *; lia. }
  { cbn [length]. lia. }
  { repeat constructor; lia. }
  { rewrite Lx. cbn. lia. }
  rewrite Lx, Ly in Hc. cbn in Hc. rewrite Ex, Ey in EV.
  destruct (columns_add_product xs ys [o0; o1; o2; 0; 0]) as [|v0 [|v1 [|v2 [|v3 [|v4 [|]]]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *.
  unfold number52 in EV. cbn [value length Z.of_nat Pos.of_succ_nat Pos.succ] in EV.
  assert (d = 0) by lia. subst d.
  (* the folded part: T 2^(b + 73) of the product *)
  rewrite Hland in Er.
  pose proof (Z.div_mod v3 (2 ^ 16 * B) ltac:(lia)) as D3. pose proof (Z.mod_pos_bound v3 (2 ^ 16 * B) ltac:(lia))
    as Hl.
  pose proof (column_digit_read (cell3_fold_shift b) (cell3_fold_below b) v4 v3 ltac:(unfold cell3_fold_shift;
    lia)) as ET.
  rewrite H16 in ET. set (left := v3 mod (2 ^ 16 * B)) in *. set (n := v3 / (2 ^ 16 * B)) in *.
  set (A := 2 ^ cell3_fold_shift b) in *.
  assert (HT : (v4 * A + n) * (2 ^ 172 * B) = x * y + z - (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * (v2 + 2 ^ 52 * left)))).
  { replace ((v4 * A + n) * (2 ^ 172 * B)) with (2 ^ 156 * (v4 * (A * (2 ^ 16 * B)) + n * (2 ^ 16 * B))) by ring.
    rewrite H36. lia. }
  assert (HT52 : 0 <= v4 * A + n < 2 ^ 52).
  { split; [|apply (cancel (2 ^ 172 * B)); lia].
    assert (0 <= n) by (apply Z.lt_succ_r, (cancel (2 ^ 16 * B)); lia).
    assert (0 <= A) by (apply Z.pow_nonneg; lia). assert (0 <= v4 * A) by (apply Z.mul_nonneg_nonneg; lia). lia. }
  rewrite Z.mod_small in ET by exact HT52. set (T := v4 * A + n) in *. clearbody T n left A.
  set (above := column_digit _ _ v4 v3) in *. clearbody above.
  destruct (put_limbs_number 3 residue) as (Em & _ & Lm). set (folded := put_limbs 3 residue) in *. clearbody folded.
  rewrite Z.mod_small in Em by (cbn; lia).
  destruct (columns_add_multiple_spec folded above [2; 4; 6; 5] [v0; v1; v2; left]) as (Hc & _ & d & _ & Hd0 & EN).
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { rewrite Lm. cbn. lia. }
  { rewrite Lm. repeat constructor; cbn; lia. }
  rewrite Hd0 in EN by (rewrite Lm; cbn;
    lia). clear Hd0 d. rewrite Em, ET, Hn0 in EN. rewrite Lm in Hc. cbn [terms] in Hc.
  destruct (columns_add_multiple above folded [v0; v1; v2; left]) as [|u0 [|u1 [|u2 [|u3 [|]]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ => inversion_clear H end. unfold column in *.
  unfold number52 in EN. cbn [value] in EN.
  set (R := u0 + 2 ^ 52 * (u1 + 2 ^ 52 * (u2 + 2 ^ 52 * u3))).
  assert (ER : R = x * y + z - T * n0 * q) by (unfold R; lia).
  assert (HTq : 0 <= T * residue <= 2 ^ 52 * q) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (HR : 0 <= R < 2 ^ 172 * B + 2 ^ 159 + 2 ^ 52 * q) by (unfold R; rewrite Hn0 in HTq; lia).
  (* the last step *)
  destruct (put_limbs_number 3 (cell3_last_multiple q)) as (Em' & _ & Lm').
  set (minus := put_limbs 3 (cell3_last_multiple q)) in *. clearbody minus.
  unfold cell3_last_multiple in Em'. change ((2 ^ 52) ^ Z.of_nat 3) with (2 ^ 156) in Em'.
  destruct (columns_step (cell3_last_shift b) (cell3_last_below b) [] [u0; u1] u2 u3 [3; 6;
    8] (6 * 2 ^ 104) R 0 (q * 2 ^ 23) mu 0 0 0
    minus (- (- q * 2 ^ 23 / 2 ^ 156))) as (Hc & R' & e2 & ER' & EQ & Hlow & Hhigh);
    try (rewrite Lm'); try (rewrite H17); unfold number52 in *;
    cbn [value length app Nat.add Z.of_nat Pos.of_succ_nat Pos.succ] in *;
    try (unfold cell3_last_shift, cell3_last_below; lia); try (unfold R; lia); try reflexivity.
  { rewrite Em'. pose proof (Z.div_mod (- q * 2 ^ 23) (2 ^ 156) ltac:(lia)). lia. }
  { repeat (apply Forall2_cons || apply Forall2_nil); unfold column; lia. }
  { repeat constructor; cbn; lia. }
  set (Q := madd52_high _ _ mu) in *. clearbody Q. rewrite Lm' in Hc. cbn [terms] in Hc. rewrite <- Er in *.
  rewrite H17 in Hhigh.
  exists R', e2. split; [rewrite ER'; lia|]. split; [|split; [|exact Hc]].
  - apply (congruent _ _ _ (T * n0 + low52 Q * 2 ^ 23)); [lia|]. rewrite EQ, ER. ring.
  - split; [lia|].
    assert (A1 : (R - (u0 + 2 ^ 52 * (u1 + 2 ^ 52 * 0))) * (q * 2 ^ 23 + 0) <= (2 ^ 172 * B + 2 ^ 159 + 2 ^ 52 * q) *
      (q * 2 ^ 23 + 0)).
    { apply Z.mul_le_mono_nonneg_r; lia. }
    assert (A3 : 2 ^ 98 * B * B <= q * B /\ q * q <= 2 ^ 99 * B * q) by (split; apply Z.mul_le_mono_nonneg_r; lia).
    assert (A4 : 1 * B <= B * B /\ 1 * q <= B * q) by (split; apply Z.mul_le_mono_nonneg_r; lia).
    apply (cancel (B * 2 ^ 200)); lia.
Qed.
