(** The product of two variables in doubles, limb by limb of one of them: section 19.4 of docs/bounds/multiword.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles MultiwordDoubles DoubleColumns MultiwordProducts.
Import ListNotations.
Open Scope R_scope.

(** ** x / q by the three top limbs, and the multiple of q of a step *)

(** For the result so far, and for the first operand: W exceeds the first product's magnitude, x is at most most q. *)
Lemma ratio_error limbs b q top next third rest W most :
  let x := (rest + radix ^ (limbs - 3) * (third + radix * (next + radix * top)))%Z in
  (3 <= limbs)%Z -> (fma_multiword_min_bits limbs <= b)%Z -> (2 ^ (b - 1) <= q < 2 ^ b)%Z ->
  W = 32 /\ most = 1 /\ (Z.abs next <= 2 ^ 49)%Z \/ W = 16 /\ most = 9 /\ (Z.abs next <= 2 ^ 43)%Z ->
  (Z.abs third <= 2 ^ 52)%Z -> (Z.abs rest <= 2 ^ 10 * radix ^ (limbs - 3))%Z ->
  Rabs (IZR x / IZR q) <= most ->
  Rabs (ratio_to_q limbs b q top next third - IZR x / IZR q) <=
    3 * W / IZR (2 ^ 54) + most / IZR (2 ^ 52) + / IZR (2 ^ 70).
Proof.
  intros x HL Hb Hq Hcase Ht Hrest Hy.
  destruct (limb_shares limbs b q top next third rest HL Hb Hq Ht Hrest)
    as (z1 & z2 & z3 & z4 & e & Ey & Er & He & H2 & H3 & H4). fold x in Ey. rewrite Er. clear Er.
  set (y := IZR x / IZR q) in *. clearbody y.
  assert (Hn : IZR (Z.abs next) <= IZR (2 ^ 49) /\ W = 32 /\ most = 1 \/
    IZR (Z.abs next) <= IZR (2 ^ 43) /\ W = 16 /\ most = 9).
  { destruct Hcase as [(HW & Hm & Hn)|(HW & Hm & Hn)]; apply IZR_le in Hn; [left|right]; auto. }
  clear Hcase. assert (H2' : Rabs z2 <= 16) by (destruct Hn as [(Hn & _)|(Hn & _)]; powers; lra).
  assert (H1 : Rabs z1 <= 27).
  { replace z1 with (y - z2 - z3 - z4) by (rewrite Ey; ring).
    apply Rabs_le_inv in Hy, H2', H3, H4. apply Rabs_le. destruct Hn as [(_ & _ & ->)|(_ & _ & ->)]; powers; lra. }
  assert (S1 := small_part z1 e 27 He H1 ltac:(lra)). assert (S2 := small_part z2 e 27 He ltac:(lra) ltac:(lra)).
  assert (S3 := small_part z3 e 27 He ltac:(powers; lra) ltac:(lra)).
  assert (Hall : Rabs (z1 * e + z2 * e + z3 * e) <= most / IZR (2 ^ 52) + / IZR (2 ^ 100)).
  { replace (z1 * e + z2 * e + z3 * e) with ((y - z4) * e) by (rewrite Ey; ring). rewrite Rabs_mult.
    apply Rle_trans with ((most + / IZR (2 ^ 78)) * / IZR (2 ^ 52)).
    - apply Rmult_le_compat; try apply Rabs_pos; [|exact He]. apply Rabs_le_inv in Hy, H4. apply Rabs_le. lra.
    - powers. lra. }
  set (s1 := z1 * e) in *. set (s2 := z2 * e) in *. set (s3 := z3 * e) in *. clearbody s1 s2 s3.
  assert (Hround : forall v, Rabs v < W -> Rabs (rnd v - v) <= W / IZR (2 ^ 54)).
  { intros v Hv. destruct Hn as [(_ & EW & _)|(_ & EW & _)]; rewrite EW in *.
    - replace (32 / IZR (2 ^ 54)) with (/ 2 * bpow radix2 (5 - 53)).
      + apply rounding_error; [lia|]. change (bpow radix2 5) with 32. exact Hv.
      + change (bpow radix2 (5 - 53)) with (/ IZR (2 ^ 48)). powers. lra.
    - replace (16 / IZR (2 ^ 54)) with (/ 2 * bpow radix2 (4 - 53)).
      + apply rounding_error; [lia|]. change (bpow radix2 4) with 16. exact Hv.
      + change (bpow radix2 (4 - 53)) with (/ IZR (2 ^ 49)). powers. lra. }
  assert (Hn' : Rabs z2 <= 16 /\ W = 32 /\ most = 1 \/ Rabs z2 <= / 4 /\ W = 16 /\ most = 9).
  { destruct Hn as [(Hn & EW & Em)|(Hn & EW & Em)]; [left|right]; (split; [powers; lra|auto]). }
  clear Hn H2 H2' He H1.
  assert (H12 : Rabs (z1 + s1) < W).
  { replace z1 with (y - z2 - z3 - z4) by (rewrite Ey; ring). apply Rabs_le_inv in Hy, H3, H4, S1.
    destruct Hn' as [(Hn & -> & ->)|(Hn & -> & ->)]; apply Rabs_le_inv in Hn; apply Rabs_def1; powers; lra. }
  apply Rabs_le_inv in Hy, H3, H4, S1, S2, S3, Hall.
  assert (R1 := Hround _ H12). set (r1 := rnd (z1 + s1)) in *. clearbody r1. apply Rabs_le_inv in R1.
  assert (H22 : Rabs (z2 + s2 + r1) < W).
  { destruct Hn' as [(Hn & EW & Em)|(Hn & EW & Em)]; rewrite EW, Em in *; apply Rabs_le_inv in Hn;
      apply Rabs_def1; powers; lra. }
  assert (R2 := Hround _ H22). set (r2 := rnd (z2 + s2 + r1)) in *. clearbody r2. apply Rabs_le_inv in R2.
  assert (H32 : Rabs (z3 + s3 + r2) < W).
  { destruct Hn' as [(Hn & EW & Em)|(Hn & EW & Em)]; rewrite EW, Em in *; apply Rabs_le_inv in Hn;
      apply Rabs_def1; powers; lra. }
  assert (R3 := Hround _ H32). set (r3 := rnd (z3 + s3 + r2)) in *. clearbody r3. apply Rabs_le_inv in R3.
  rewrite Ey in *. apply Rabs_le. clear - R1 R2 R3 Hall H4.
  assert (0 <= / IZR (2 ^ 78)) by (powers; lra). powers. lra.
Qed.

Lemma step_quotient q T x digit of_result of_factor : (0 < q)%Z ->
  (low fma_multiword_rounded * q <= 256 * T <= high fma_multiword_rounded * q)%Z ->
  (256 * Z.abs x <= fma_multiword_max_factor * q)%Z -> (Z.abs digit <= 2 ^ 42)%Z ->
  Rabs (of_result - IZR T / IZR q) <= 3 * 32 / IZR (2 ^ 54) + 1 / IZR (2 ^ 52) + / IZR (2 ^ 70) ->
  Rabs (of_factor - IZR x / IZR q) <= 3 * 16 / IZR (2 ^ 54) + 9 / IZR (2 ^ 52) + / IZR (2 ^ 70) ->
  exists k, nearest_integer (rnd (of_result * IZR radix + rnd (of_factor * IZR digit))) = IZR k /\
    (Z.abs k <= 41 * 2 ^ 40)%Z /\
    (low fma_multiword_rounded * q <= 256 * (T * radix + digit * x - k * q) <= high fma_multiword_rounded * q)%Z.
Proof.
  unfold fma_multiword_rounded, fma_multiword_max_factor. cbn [low high]. intros Hq HT Hx Hd E1 E2.
  assert (HqR : 0 < IZR q) by (apply IZR_lt; exact Hq).
  assert (Ht : Rabs (IZR T / IZR q) <= 5 / 8).
  { unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l, <- abs_IZR by lra.
    assert (HZ : (8 * Z.abs T <= 5 * q)%Z) by lia. apply IZR_le in HZ. rewrite !mult_IZR in HZ. lra. }
  assert (Hf : Rabs (IZR x / IZR q) <= 9).
  { unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l, <- abs_IZR by lra.
    assert (HZ : (Z.abs x <= 9 * q)%Z) by lia. apply IZR_le in HZ. rewrite !mult_IZR in HZ. lra. }
  assert (HdR : Rabs (IZR digit) <= IZR (2 ^ 42)) by (rewrite <- abs_IZR; apply IZR_le; exact Hd).
  set (t := IZR T / IZR q) in *. set (f := IZR x / IZR q) in *.
  (* the factor's share *)
  assert (P1 : Rabs (of_factor * IZR digit - f * IZR digit) <= 1 / 32).
  { replace (of_factor * IZR digit - f * IZR digit) with ((of_factor - f) * IZR digit) by ring. rewrite Rabs_mult.
    apply Rle_trans with ((3 * 16 / IZR (2 ^ 54) + 9 / IZR (2 ^ 52) + / IZR (2 ^ 70)) * IZR (2 ^ 42)).
    - apply Rmult_le_compat; try apply Rabs_pos; assumption.
    - powers. lra. }
  assert (P2 : Rabs (f * IZR digit) <= 9 * IZR (2 ^ 42)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (Hround : forall v, Rabs v < IZR (2 ^ 46) -> Rabs (rnd v - v) <= / 256).
  { intros v Hv. replace (/ 256) with (/ 2 * bpow radix2 (46 - 53)) by (change (bpow radix2 (46 - 53)) with (/ 128);
    lra).
    apply rounding_error; [lia|]. change (bpow radix2 46) with (IZR (2 ^ 46)). exact Hv. }
  assert (R1 : Rabs (rnd (of_factor * IZR digit) - of_factor * IZR digit) <= / 256).
  { apply Hround. apply Rabs_le_inv in P1, P2. apply Rabs_def1; powers; lra. }
  set (g := rnd (of_factor * IZR digit)) in *. clearbody g.
  assert (P3 : Rabs (of_result * IZR radix - t * IZR radix) <= 1 / 20).
  { replace (of_result * IZR radix - t * IZR radix) with ((of_result - t) * IZR radix) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (IZR radix)) by (apply IZR_le; discriminate).
    apply Rle_trans with ((3 * 32 / IZR (2 ^ 54) + 1 / IZR (2 ^ 52) + / IZR (2 ^ 70)) * IZR radix).
    - apply Rmult_le_compat_r; [apply IZR_le; discriminate|exact E1].
    - change radix with 8796093022208%Z. powers. lra. }
  set (fd := f * IZR digit) in *. set (od := of_factor * IZR digit) in *.
  apply Rabs_le_inv in P1, P2, P3, R1, Ht.
  assert (R2 : Rabs (rnd (of_result * IZR radix + g) - (of_result * IZR radix + g)) <= / 256).
  { apply Hround. change radix with 8796093022208%Z in *. apply Rabs_def1; powers; lra. }
  set (Q := rnd (of_result * IZR radix + g)) in *. clearbody Q. apply Rabs_le_inv in R2.
  assert (Hclose : - (3 / 32) <= Q - (t * IZR radix + fd) <= 3 / 32) by lra.
  assert (Hsize : Rabs Q < IZR (2 ^ 51)) by (change radix with 8796093022208%Z in *; apply Rabs_def1; powers; lra).
  destruct (rounded_is Q Hsize) as (k & E & Hk). exists k. split; [exact E|]. apply Rabs_le_inv in Hk.
  assert (HZ : (256 * Z.abs (T * radix + digit * x - k * q) <= 160 * q)%Z).
  { apply le_IZR. rewrite !mult_IZR, abs_IZR, minus_IZR, plus_IZR, !mult_IZR.
    replace (IZR T * IZR radix + IZR digit * IZR x - IZR k * IZR q) with ((t * IZR radix + fd - IZR k) * IZR q)
      by (unfold t, fd, f; field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
    assert (Hr : Rabs (t * IZR radix + fd - IZR k) <= 5 / 8) by (apply Rabs_le; lra).
    apply Rmult_le_compat_r with (r := IZR q) in Hr; lra. }
  split; [|lia]. change radix with (2 ^ 43)%Z in *.
  assert (HP : (Z.abs (digit * x) <= 2 ^ 42 * (9 * q))%Z) by (rewrite Z.abs_mul; apply Z.mul_le_mono_nonneg; lia).
  apply Z.lt_succ_r, (cancel q); [exact Hq|]. pose proof (Z.abs_mul k q) as Ha. rewrite (Z.abs_eq q) in Ha by lia. lia.
Qed.

(** ** The steps *)

Definition limb_ratio b q (x : list R) :=
  let limbs := Z.of_nat (length x) in
  match rev x with
  | top :: next :: third :: _ =>
      rnd (third * fma_multiword_ratio limbs b q 2 +
        rnd (next * fma_multiword_ratio limbs b q 1 + rnd (top * fma_multiword_ratio limbs b q 0)))
  | _ => 0
  end.

(** The result so far is added one limb higher: its top to the sum of the top column, the other limbs to rests. *)
Fixpoint columns_raised (below : option R) (columns : list double_column) (result : list R) : list double_column :=
  match columns, result with
  | c :: above, limb :: others =>
      mk_column match above with [] => rnd (limb * IZR radix + column_sum c) | _ => column_sum c end
        match below with None => column_rest c | Some v => rnd (column_rest c + v) end
        :: columns_raised (Some limb) above others
  | _, _ => []
  end.

Definition variable_columns (modulus x : list Z) digit :=
  columns_from false (columns_of_rows (length modulus) [(digit, x)]).

Definition first_step b q modulus x digit :=
  columns_without (nearest_integer (rnd (limb_ratio b q (map IZR x) * IZR digit))) None
    (combine (variable_columns modulus x digit) (map IZR modulus)).

Definition next_step b q modulus x (result : list R) digit :=
  let quotient := rnd (limb_ratio b q result * IZR radix + rnd (limb_ratio b q (map IZR x) * IZR digit)) in
  columns_without (nearest_integer quotient) None
    (combine (columns_raised None (variable_columns modulus x digit) result) (map IZR modulus)).

(** [mul] of carried operands. *)
Definition fma_multiword_mul b q modulus x y :=
  match rev y with
  | [] => []
  | top :: others => fold_left (next_step b q modulus x) others (first_step b q modulus x top)
  end.

Open Scope Z_scope.

Fixpoint parts_raised below (parts : list (Z * Z)) (result : list Z) : list (Z * Z) :=
  match parts, result with
  | (m, r) :: above, limb :: others =>
      (match above with [] => m + limb | _ => m end, r + below) :: parts_raised limb above others
  | _, _ => []
  end.

Lemma raised_number parts : forall below result, parts <> [] -> length result = length parts ->
  number (map part_value (parts_raised below parts result)) =
    number (map part_value parts) + below + radix * number result.
Proof.
  induction parts as [|[m r] parts IH]; intros below [|limb result] Hne Hl; try discriminate; [contradiction|].
  cbn [parts_raised map number]. unfold part_value at 1 3. cbn [fst snd]. destruct parts as [|p parts].
  - destruct result; [|discriminate]. cbn [parts_raised map number]. ring.
  - rewrite IH by (discriminate || (cbn [length] in *; lia)). ring.
Qed.

Lemma raised_hold size : forall columns parts below moved result,
  match below with None => moved = 0 | Some v => v = IZR moved end -> Z.abs moved <= 2 ^ 49 ->
  length result = length columns -> all_hold (match below with None => false | _ => true end) columns parts ->
  parts_within size (2 ^ 42) (2 ^ 49) parts -> under_top (2 ^ 49) result -> Z.abs (last result 0) <= 2 ^ 48 ->
  all_hold (match below with None => false | _ => true end) (columns_raised below columns (map IZR result))
    (parts_raised moved parts result) /\
  parts_within size (2 ^ 50) (2 ^ 50) (parts_raised moved parts result) /\
  length (parts_raised moved parts result) = length columns /\
  length (columns_raised below columns (map IZR result)) = length columns.
Proof.
  induction columns as [|c columns IH]; intros [|[m r] parts] below moved [|limb result] Hb Hm Hl Hh Hp Hu Ht;
    try discriminate; try (destruct Hh; fail).
  - cbn. auto.
  - cbn [all_hold] in Hh. destruct Hh as [[Es Er] Hh]. cbn [parts_within] in Hp. destruct Hp as (Hr & Hcase & Hp).
    cbn [map columns_raised parts_raised all_hold parts_within length].
    assert (Hlimb : Z.abs limb <= 2 ^ 49) by (destruct result; [cbn [last] in Ht; lia|apply Hu]).
    assert (Hlast : Z.abs (last result 0) <= 2 ^ 48) by (destruct result; [cbn; lia|exact Ht]).
    assert (Hrest : under_top (2 ^ 49) result) by (destruct result; [exact I|apply Hu]).
    assert (Hl' : length result = length columns) by (cbn [length] in Hl; lia).
    destruct (IH parts (Some (IZR limb)) limb result eq_refl Hlimb Hl' Hh Hp Hrest Hlast) as (A1 & A2 & A3 & A4).
    assert (Hsame : match columns with [] => parts = [] | _ => parts <> [] end).
    { destruct columns; destruct parts; cbn in Hh; try contradiction; auto; discriminate. }
    split; [split; [|exact A1]|split; [split; [lia|split; [|exact A2]]|split; [rewrite A3; reflexivity|rewrite A4;
      reflexivity]]].
    + unfold holds. cbn [column_sum column_rest]. rewrite Es, Er. split.
      * destruct columns; [subst parts|destruct parts; [contradiction|reflexivity]].
        rewrite <- mult_IZR, <- plus_IZR.
        replace (limb * radix + (column_start + m * radix)) with ((limb_rounder + (m + limb)) * radix)
          by (unfold column_start, multiword_column_start; ring).
        replace (column_start + (m + limb) * radix) with ((limb_rounder + (m + limb)) * radix)
          by (unfold column_start, multiword_column_start; ring).
        apply exact_multiple. cbn [last] in Ht. destruct result; [|discriminate]. unfold limb_rounder. lia.
      * destruct below as [v|].
        -- rewrite Hb, <- plus_IZR, exact by (unfold limb_rounder; lia). f_equal. ring.
        -- rewrite Hb. f_equal. ring.
    + destruct columns; [subst parts|destruct parts; [contradiction|]].
      * cbn [parts_raised]. cbn [last] in Ht. destruct result; [|discriminate]. lia.
      * destruct result; [discriminate|]. destruct p as [m' r']. cbn [parts_raised]. exact Hcase.
Qed.

(** The growth of limbs with their place: the part that a step adds to the limb below. *)
Definition step_growth := 61 * 2 ^ 39 + 1.
Fixpoint growing bound (x : list Z) : Prop :=
  match x with
  | [] => True
  | limb :: above =>
      match above with [] => True | _ => Z.abs limb <= bound /\ growing (bound + step_growth) above end
  end.

Lemma growing_under_top most : forall x bound, bound + (count x - 2) * step_growth <= most -> growing bound x ->
  under_top most x.
Proof.
  unfold count. induction x as [|limb x IH]; intros bound Hb Hg; [exact I|]. cbn [growing under_top length] in *.
  destruct x as [|next x]; [exact I|]. destruct Hg as [H1 H2]. cbn [length] in *. unfold step_growth in *.
  split; [lia|]. apply (IH (bound + (61 * 2 ^ 39 + 1))); [lia|exact H2].
Qed.

Lemma limbs_grow size top : forall limbs parts moved bound result,
  parts_within size (2 ^ 42) top parts -> Z.abs moved <= bound -> length result = length parts ->
  length limbs = length parts -> growing (bound + step_growth) result ->
  limbs_near (45 * 2 ^ 39 + 1) limbs (parts_raised moved parts result) -> growing (bound + step_growth) limbs.
Proof.
  induction limbs as [|limb limbs IH]; intros [|[m r] parts] moved bound [|v result] Hp Hm Hl1 Hl2 Hg Hn;
    try discriminate; [exact I|].
  cbn [parts_within] in Hp. destruct Hp as (Hr & _ & Hp). cbn [parts_raised limbs_near] in Hn. destruct Hn as [H1 H2].
  cbn [growing length] in *. destruct limbs as [|next limbs]; [exact I|].
  destruct result as [|w result]; [cbn [length] in *; lia|]. destruct Hg as [Hv Hg].
  split; [change radix with (2 ^ 43) in *; unfold step_growth in *; lia|].
  apply (IH parts v (bound + step_growth) (w :: result) Hp Hv); cbn [length] in *; try lia; assumption.
Qed.

(** ** The three top limbs *)

Lemma three_tops (x : list Z) : (3 <= length x)%nat -> exists low third next top, x = low ++ [third; next; top].
Proof.
  intros H. exists (firstn (length x - 3) x). pose proof (firstn_skipn (length x - 3) x) as Ex.
  assert (E : length (skipn (length x - 3) x) = 3%nat) by (rewrite skipn_length; lia).
  destruct (skipn _ x) as [|third [|next [|top [|]]]]; try discriminate. exists third, next, top.
  symmetry. exact Ex.
Qed.

Lemma number_app a b : number (a ++ b) = number a + radix ^ count a * number b.
Proof.
  unfold count. induction a as [|limb a IH]; cbn [app number length].
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. ring.
  - rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma under_top_app most low v above : above <> [] -> under_top most (low ++ v :: above) ->
  Forall (fun limb => Z.abs limb <= most) low /\ Z.abs v <= most /\ under_top most above.
Proof.
  intros Hne. induction low as [|limb low IH]; cbn [app].
  - intros H. cbn [under_top] in H. destruct above; [contradiction|]. split; [constructor|exact H].
  - intros H. assert (H' : Z.abs limb <= most /\ under_top most (low ++ v :: above)) by (destruct low; exact H).
    destruct H' as [H1 H2]. destruct (IH H2) as (A & B). split; [constructor; assumption|exact B].
Qed.

Lemma low_part low : Forall (fun limb => Z.abs limb <= 2 ^ 52) low ->
  Z.abs (number low) <= 2 ^ 10 * (radix ^ count low - 1).
Proof.
  unfold count. induction 1 as [|limb low Hl _ IH]; cbn [number length].
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. set (P := radix ^ Z.of_nat (length low)) in *. clearbody P.
    change radix with 8796093022208 in *. lia.
Qed.

(** x / q of a number with limbs below [most] under its top. *)
Lemma limb_ratio_is b q x W of_q : 3 <= count x -> fma_multiword_min_bits (count x) <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
  W = 32%R /\ of_q = 1%R /\ under_top (2 ^ 49) x \/ W = 16%R /\ of_q = 9%R /\ under_top (2 ^ 43) x ->
  (Rabs (IZR (number x) / IZR q) <= of_q ->
   Rabs (limb_ratio b q (map IZR x) - IZR (number x) / IZR q) <=
     3 * W / IZR (2 ^ 54) + of_q / IZR (2 ^ 52) + / IZR (2 ^ 70))%R.
Proof.
  intros Hc Hb Hq Hcase Hx. destruct (three_tops x) as (low & third & next & top & ->).
  { unfold count in Hc. lia. }
  set (limbs := count (low ++ [third; next; top])) in *.
  assert (El : limbs - 3 = count low) by (unfold limbs, count; rewrite app_length; cbn [length]; lia).
  assert (En : number (low ++ [third; next; top]) =
    number low + radix ^ (limbs - 3) * (third + radix * (next + radix * top))).
  { rewrite number_app, El. cbn [number]. ring. }
  assert (Er : limb_ratio b q (map IZR (low ++ [third; next; top])) = ratio_to_q limbs b q top next third).
  { unfold limb_ratio. rewrite map_length. fold (count (low ++ [third; next; top])). fold limbs.
    rewrite map_app, rev_app_distr. reflexivity. }
  assert (Hlimbs : exists most, most <= 2 ^ 49 /\ under_top most (low ++ [third; next; top]) /\
    (W = 32%R /\ of_q = 1%R /\ most = 2 ^ 49 \/ W = 16%R /\ of_q = 9%R /\ most = 2 ^ 43)).
  { destruct Hcase as [(A & B & C)|(A & B & C)]; eexists; (split; [|split; [exact C|auto]]); lia. }
  destruct Hlimbs as (most & Hmost & Hu & Hw). destruct (under_top_app most low third [next; top] ltac:(discriminate)
    Hu)
    as (Hlow & Hthird & Hnext & _).
  rewrite Er, En in *. apply ratio_error; try assumption; try lia.
  - destruct Hw as [(A & B & C)|(A & B & C)]; [left|right]; (split; [exact A|split; [exact B|lia]]).
  - rewrite El. assert (Hlow' : Forall (fun limb => Z.abs limb <= 2 ^ 52) low).
    { eapply Forall_impl; [|exact Hlow]. cbn. intros. lia. }
    pose proof (low_part low Hlow'). lia.
Qed.

(** ** All steps *)

Lemma zeros_within : forall n bound, 0 <= bound -> growing bound (repeat 0 n).
Proof.
  induction n as [|n IH]; intros bound Hbound; [exact I|]. cbn [repeat growing].
  destruct n; [exact I|]. cbn [repeat]. split; [lia|]. apply (IH (bound + step_growth)). unfold step_growth. lia.
Qed.

Lemma number_zeros n : number (repeat 0 n) = 0.
Proof. induction n as [|n IH]; cbn [repeat number]; [reflexivity|]. rewrite IH. ring. Qed.

Lemma raised_by_zeros parts : forall n, length parts = n -> parts_raised 0 parts (repeat 0 n) = parts.
Proof.
  induction parts as [|[m r] parts IH]; intros [|n] Hl; try discriminate; [reflexivity|].
  cbn [repeat parts_raised]. rewrite IH by (cbn in Hl; lia). rewrite !Z.add_0_r. destruct parts; reflexivity.
Qed.

Lemma q_positive q b (modulus : list Z) : 3 <= count modulus -> fma_multiword_min_bits (count modulus) <= b ->
  2 ^ (b - 1) <= q < 2 ^ b -> 0 < q.
Proof.
  unfold fma_multiword_min_bits, fma_multiword_limb_bits. intros Hc Hb Hq. pose proof (power_positive (b - 1) ltac:(lia)). lia.
Qed.

Lemma q_below_top q modulus : 1 <= count modulus ->
  fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus) -> q <= 2 ^ 40 * radix ^ (count modulus -
    1).
Proof.
  intros Hc Hcap. unfold fma_multiword_capacity_bits in Hcap.
  rewrite Z.pow_add_r, Z.pow_mul_r in Hcap by (unfold fma_multiword_limb_bits; lia). fold radix in Hcap.
  unfold fma_multiword_capacity in Hcap. set (P := radix ^ (count modulus - 1)) in *. clearbody P. lia.
Qed.

Lemma operand_top q modulus v most : 1 <= count modulus ->
  fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus) -> 0 <= most ->
  length v = length modulus -> carried v -> Z.abs (number v) <= most * q -> Z.abs (last v 0) <= most * 2 ^ 40.
Proof.
  intros Hc Hcap Hm Hl Hv Hn. pose proof (q_below_top q modulus Hc Hcap) as Hq.
  destruct v as [|limb others]; [cbn; lia|]. destruct (carried_top _ _ Hv) as [Ht _].
  replace (count (limb :: others)) with (count modulus) in Ht by (unfold count; rewrite Hl; reflexivity).
  assert (HP : 0 < radix ^ (count modulus - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  apply Z.lt_succ_r, (cancel (radix ^ (count modulus - 1))); [exact HP|].
  set (P := radix ^ (count modulus - 1)) in *. clearbody P.
  assert (most * q <= most * (2 ^ 40 * P)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

Lemma carried_under_top v : carried v -> under_top (2 ^ 43) v.
Proof.
  induction v as [|limb others IH]; [auto|]. cbn [under_top]. destruct others as [|next others]; [auto|].
  intros [H1 H2]. split; [change radix with (2 ^ 43) in *; lia|apply IH; exact H2].
Qed.

Section Steps.
#[local] Set Default Proof Using "All".
Context (q b : Z) (modulus x : list Z).
Context (Eq : number modulus = q) (Hq : 2 ^ (b - 1) <= q < 2 ^ b) (Hmod : carried modulus).
Context (Hc : 3 <= count modulus <= 12) (Hb : fma_multiword_min_bits (count modulus) <= b).
Context (Hcap : fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus)).
Context (Hlx : length x = length modulus) (Hx : carried x) (Hxq : 256 * Z.abs (number x) <= fma_multiword_max_factor * q).

(** The result of every step. *)
Definition is_result (T : list Z) :=
  length T = length modulus /\ growing step_growth T /\
  low fma_multiword_rounded * q <= 256 * number T <= high fma_multiword_rounded * q.

Lemma factor_has_limbs : has_limbs (length modulus) (2 ^ 44) x.
Proof.
  split; [exact Hlx|]. split; [exact Hx|]. pose proof (q_positive q b modulus ltac:(lia) Hb Hq) as Hq0. unfold
    fma_multiword_max_factor in Hxq.
  pose proof (operand_top q modulus x 9 ltac:(lia) Hcap ltac:(lia) Hlx Hx ltac:(lia)). lia.
Qed.

Lemma ratio_of_factor :
  (Rabs (limb_ratio b q (map IZR x) - IZR (number x) / IZR q) <=
    3 * 16 / IZR (2 ^ 54) + 9 / IZR (2 ^ 52) + / IZR (2 ^ 70))%R.
Proof.
  pose proof (q_positive q b modulus ltac:(lia) Hb Hq) as Hq0. assert (HqR : (0 < IZR q)%R) by (apply IZR_lt; exact
    Hq0).
  assert (Ec : count x = count modulus) by (unfold count; rewrite Hlx; reflexivity).
  apply limb_ratio_is; rewrite ?Ec; try assumption; try lia.
  - right. split; [reflexivity|]. split; [reflexivity|]. apply carried_under_top. exact Hx.
  - unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; exact HqR).
    apply Rmult_le_reg_r with (IZR q); [exact HqR|]. rewrite Rmult_assoc, Rinv_l, <- abs_IZR by lra.
    assert (HZ : Z.abs (number x) <= 9 * q) by (unfold fma_multiword_max_factor in Hxq; lia).
    apply IZR_le in HZ. rewrite mult_IZR in HZ. lra.
Qed.

(** The contents of a step's columns, and the remainder without the nearest multiple k of q. *)
Lemma step_columns digit : Z.abs digit <= 2 ^ 42 ->
  exists parts, all_hold false (variable_columns modulus x digit) parts /\
    number (map part_value parts) = digit * number x /\ length parts = length modulus /\
    parts_within (2 ^ 84 + 2 ^ 42) (2 ^ 42) (2 ^ 49) parts.
Proof.
  intros Hd. pose proof factor_has_limbs as Hlimbs.
  assert (Hrows : Forall (fun row : Z * list Z => has_limbs (length modulus) (2 ^ 44) (snd row)) [(digit, x)]).
  { constructor; [exact Hlimbs|constructor]. }
  destruct (columns_of_rows_hold (length modulus) (2 ^ 44) ltac:(lia) [(digit, x)] false) as (parts & Hold & E & El &
    Hp).
  - discriminate.
  - cbn; lia.
  - cbn [map fst magnitude]. lia.
  - exact Hrows.
  - exists parts. split; [exact Hold|]. split.
    { rewrite E, (rows_number _ _ _ Hrows). cbn [rows_value]. ring. }
    split; [exact El|]. cbn [map fst magnitude] in Hp. unfold how_many in Hp. cbn [length] in Hp.
    change (Z.of_nat 1) with 1 in Hp.
    assert (Hmono : forall l, parts_within ((Z.abs digit + 0) * 2 ^ 42 + 1 * 2 ^ 42) (1 * 2 ^ 42) (2 ^ 49) l ->
      parts_within (2 ^ 84 + 2 ^ 42) (2 ^ 42) (2 ^ 49) l).
    { clear - Hd. induction l as [|[m r] l IH]; cbn [parts_within]; [auto|]. intros (H1 & H2 & H3).
      split; [lia|]. split; [destruct l; lia|apply IH; exact H3]. }
    apply Hmono. exact Hp.
Qed.

Lemma step_left columns parts moved result k : all_hold false columns (parts_raised moved parts result) ->
  length columns = length modulus -> length parts = length modulus -> length result = length parts -> moved = 0 ->
  parts_within (2 ^ 84 + 2 ^ 42) (2 ^ 42) (2 ^ 49) parts -> growing step_growth result ->
  parts_within (2 ^ 84 + 2 ^ 42) (2 ^ 50) (2 ^ 50) (parts_raised moved parts result) ->
  length (parts_raised moved parts result) = length modulus -> Z.abs k <= 41 * 2 ^ 40 ->
  low fma_multiword_rounded * q <= 256 * (number result * radix + number (map part_value parts) - k * q) <=
    high fma_multiword_rounded * q ->
  exists T, columns_without (IZR k) None (combine columns (map IZR modulus)) = map IZR T /\ is_result T /\
    number T = number result * radix + number (map part_value parts) - k * q.
Proof.
  intros Hold Hlc Hlp Hlr -> Hp Hg Hw Hlw Hk HT.
  assert (Hne : parts <> []) by (destruct parts; [unfold count in Hc; cbn in Hlp; lia|discriminate]).
  assert (En : number (map part_value (parts_raised 0 parts result)) =
    number result * radix + number (map part_value parts)).
  { rewrite raised_number by assumption. ring. }
  destruct (less_multiple_is k (2 ^ 84 + 2 ^ 42) (2 ^ 50) (45 * 2 ^ 39 + 1) columns (parts_raised 0 parts result)
    modulus q) as (T & E & El & EnT & Hn); try (assumption || lia).
  exists T. split; [exact E|]. rewrite En in EnT. split; [|exact EnT].
  split; [exact El|]. split; [|rewrite EnT; exact HT].
  apply (limbs_grow (2 ^ 84 + 2 ^ 42) (2 ^ 49) T parts 0 0 result); try (assumption || lia).
Qed.

Lemma first_step_is digit : Z.abs digit <= 2 ^ 42 ->
  exists k T, first_step b q modulus x digit = map IZR T /\ is_result T /\ number T = digit * number x - k * q.
Proof.
  intros Hd. destruct (step_columns digit Hd) as (parts & Hold & En & Hlp & Hp).
  pose proof (q_positive q b modulus ltac:(lia) Hb Hq) as Hq0.
  destruct (step_quotient q 0 (number x) digit 0 (limb_ratio b q (map IZR x)) Hq0) as (k & Ek & Hk & HT);
    try assumption.
  - unfold fma_multiword_rounded. cbn [low high]. lia.
  - unfold Rdiv at 1. rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. powers. lra.
  - apply ratio_of_factor.
  - rewrite Rmult_0_l, Rplus_0_l in Ek.
    assert (Ei : rnd (rnd (limb_ratio b q (map IZR x) * IZR digit)) = rnd (limb_ratio b q (map IZR x) * IZR digit)).
    { apply round_generic; [apply valid_rnd_N|]. apply generic_format_round; [exact valid|apply valid_rnd_N]. }
    rewrite Ei in Ek. unfold first_step. rewrite Ek.
    pose proof (raised_by_zeros parts (length modulus) Hlp) as Ez.
    destruct (step_left (variable_columns modulus x digit) parts 0 (repeat 0 (length modulus)) k) as (T & E & HTr &
      EnT);
      rewrite ?Ez, ?repeat_length, ?number_zeros; try (assumption || lia).
    + apply columns_from_length.
    + apply zeros_within. unfold step_growth. lia.
    + clear - Hp. induction parts as [|[m r] parts IH]; cbn [parts_within] in *; [auto|].
      destruct Hp as (H1 & H2 & H3). split; [lia|]. split; [destruct parts; lia|apply IH; exact H3].
    + exists k, T. split; [exact E|]. split; [exact HTr|]. rewrite EnT, number_zeros, En. ring.
Qed.

Lemma result_is_small T : is_result T ->
  under_top (11 * step_growth) T /\ under_top (2 ^ 49) T /\ Z.abs (last T 0) <= 2 ^ 48.
Proof.
  intros (Hl & Hg & HT).
  assert (Hu11 : under_top (11 * step_growth) T).
  { apply (growing_under_top _ T step_growth); [|exact Hg]. unfold count in *. rewrite Hl. unfold step_growth. lia. }
  assert (Hu : under_top (2 ^ 49) T) by (eapply under_top_more; [|exact Hu11]; unfold step_growth; lia).
  split; [exact Hu11|]. split; [exact Hu|].
  assert (Hne : T <> []) by (destruct T; [unfold count in Hc; cbn in Hl; lia|discriminate]).
  assert (Hu' : under_top (2 ^ 8 * (radix - 1)) T).
  { eapply under_top_more; [|exact Hu]. change radix with 8796093022208. lia. }
  pose proof (top_is_small (2 ^ 8) T Hne Hu') as Ht.
  replace (count T) with (count modulus) in Ht by (unfold count; rewrite Hl; reflexivity).
  pose proof (q_below_top q modulus ltac:(lia) Hcap) as Hqt. unfold fma_multiword_rounded in HT. cbn [low high] in HT.
  assert (HP : 0 < radix ^ (count modulus - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  apply Z.lt_succ_r, (cancel (radix ^ (count modulus - 1))); [exact HP|].
  set (P := radix ^ (count modulus - 1)) in *. clearbody P. lia.
Qed.

Lemma next_step_is digit result : Z.abs digit <= 2 ^ 42 -> is_result result ->
  exists k T, next_step b q modulus x (map IZR result) digit = map IZR T /\ is_result T /\
    number T = number result * radix + digit * number x - k * q.
Proof.
  intros Hd Hr. destruct (step_columns digit Hd) as (parts & Hold & En & Hlp & Hp).
  destruct (result_is_small result Hr) as (_ & Hu & Hlast). destruct Hr as (Hl & Hg & HR).
  pose proof (q_positive q b modulus ltac:(lia) Hb Hq) as Hq0. assert (HqR : (0 < IZR q)%R) by (apply IZR_lt; exact
    Hq0).
  assert (Ec : count result = count modulus) by (unfold count; rewrite Hl; reflexivity).
  destruct (step_quotient q (number result) (number x) digit (limb_ratio b q (map IZR result))
    (limb_ratio b q (map IZR x)) Hq0 HR Hxq Hd) as (k & Ek & Hk & HT).
  - apply limb_ratio_is; rewrite ?Ec; try (assumption || lia).
    + left. auto.
    + unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; exact HqR).
      apply Rmult_le_reg_r with (IZR q); [exact HqR|]. rewrite Rmult_assoc, Rinv_l, <- abs_IZR by lra.
      assert (HZ : Z.abs (number result) <= q) by (unfold fma_multiword_rounded in HR; cbn [low high] in HR; lia).
      apply IZR_le in HZ. lra.
  - apply ratio_of_factor.
  - unfold next_step. rewrite Ek.
    destruct (raised_hold (2 ^ 84 + 2 ^ 42) (variable_columns modulus x digit) parts None 0 result eq_refl)
      as (A1 & A2 & A3 & A4); try (assumption || (cbn; lia)).
    { unfold variable_columns. rewrite columns_from_length. exact Hl. }
    unfold variable_columns in A3, A4. rewrite columns_from_length in A3, A4.
    destruct (step_left (columns_raised None (variable_columns modulus x digit) (map IZR result)) parts 0 result k)
      as (T & E & HTr & EnT); try (assumption || lia).
    exists k, T. split; [exact E|]. split; [exact HTr|]. rewrite EnT, En. reflexivity.
Qed.

Lemma all_steps digits : Forall (fun digit => Z.abs digit <= 2 ^ 42) digits -> forall result, is_result result ->
  exists k T, fold_left (next_step b q modulus x) digits (map IZR result) = map IZR T /\ is_result T /\
    number T = number result * radix ^ count digits + number (rev digits) * number x - k * q.
Proof.
  induction 1 as [|digit digits Hd _ IH]; intros result Hr.
  - exists 0, result. cbn [fold_left rev number]. split; [reflexivity|]. split; [exact Hr|].
    change (count []) with 0. rewrite Z.pow_0_r. ring.
  - cbn [fold_left]. destruct (next_step_is digit result Hd Hr) as (k & T & E & HT & En). rewrite E.
    destruct (IH T HT) as (k' & T' & E' & HT' & En'). exists (k * radix ^ count digits + k'), T'.
    split; [exact E'|]. split; [exact HT'|]. rewrite En', En. cbn [rev]. rewrite number_app. cbn [number].
    assert (Ec : count (digit :: digits) = Z.succ (count digits)) by (unfold count; cbn [length]; lia).
    assert (Er : count (rev digits) = count digits) by (unfold count; rewrite rev_length; reflexivity).
    rewrite Ec, Er, Z.pow_succ_r by (unfold count; lia). ring.
Qed.
End Steps.

Theorem fma_multiword_variables q b modulus x y :
  number modulus = q -> 2 ^ (b - 1) <= q < 2 ^ b -> carried modulus -> 3 <= count modulus <= 12 ->
  fma_multiword_min_bits (count modulus) <= b ->
  fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus) ->
  length x = length modulus -> carried x -> 256 * Z.abs (number x) <= fma_multiword_max_factor * q ->
  length y = length modulus -> carried y -> Z.abs (number y) <= q ->
  exists k T, fma_multiword_mul b q modulus x y = map IZR T /\ length T = length modulus /\
    number T = number x * number y - k * q /\
    low fma_multiword_rounded * q <= 256 * number T <= high fma_multiword_rounded * q /\ under_top (11 * step_growth) T.
Proof.
  intros Eq Hq Hmod Hc Hb Hcap Hlx Hx Hxq Hly Hy Hyq.
  assert (Hdigits : Forall (fun digit => Z.abs digit <= 2 ^ 42) y).
  { pose proof (operand_top q modulus y 1 ltac:(lia) Hcap ltac:(lia) Hly Hy ltac:(lia)) as Hlast.
    clear - Hy Hlast. induction y as [|limb others IH]; [constructor|]. destruct others as [|next others].
    - constructor; [cbn [last] in Hlast; lia|constructor].
    - destruct Hy as [H1 H2]. constructor; [change radix with (2 ^ 43) in *; lia|apply IH; assumption]. }
  unfold fma_multiword_mul. assert (Ey : y = rev (rev y)) by (rewrite rev_involutive; reflexivity).
  apply Forall_rev in Hdigits. destruct (rev y) as [|top others].
  - subst y. cbn in Hly. unfold count in Hc. lia.
  - inversion Hdigits as [|? ? Htop Hothers]. clear Hdigits.
    destruct (first_step_is q b modulus x Eq Hq Hmod Hc Hb Hcap Hlx Hx Hxq top Htop) as (k & T & E & HT & En).
    rewrite E. destruct (all_steps q b modulus x Eq Hq Hmod Hc Hb Hcap Hlx Hx Hxq others Hothers T HT)
      as (k' & T' & E' & HT' & En').
    exists (k * radix ^ count others + k'), T'. split; [exact E'|].
    destruct (result_is_small q b modulus x Eq Hq Hmod Hc Hb Hcap Hlx Hx Hxq T' HT') as (Hu & _). destruct HT' as (Hl
      & _ & HR).
    split; [exact Hl|]. split; [|split; [exact HR|exact Hu]].
    rewrite En', En, Ey. cbn [rev]. rewrite number_app. cbn [number].
    replace (count (rev others)) with (count others) by (unfold count; rewrite rev_length; reflexivity). ring.
Qed.
