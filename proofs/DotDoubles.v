(** Sums of products in pairs of doubles: section 16.8 of docs/bounds/dot.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids.
Open Scope R_scope.

(** One term: the large sum is rounded to a grid, and the rounding errors are summed separately. *)
Definition dot_double_high high x c := rnd (IZR x * IZR c + high).
Definition dot_double_lost high x c := rnd (IZR x * IZR c - rnd (dot_double_high high x c - high)).

Fixpoint dot_double_sum (high low : R) (products : list (Z * Z)) :=
  match products with
  | nil => (high, low)
  | (x, c) :: others => dot_double_sum (dot_double_high high x c) (rnd (low + dot_double_lost high x c)) others
  end.

Fixpoint products_sum (products : list (Z * Z)) :=
  match products with nil => 0%Z | (x, c) :: others => (x * c + products_sum others)%Z end.

(** The large sum does not decrease; the difference and the rounding error are exact, and so is their sum. *)
Theorem dot_double_term bits high low x c : (bits = 49 \/ bits = 50)%Z ->
  (dot_doubles_offset bits <= high * 2 ^ (bits + 1))%Z -> (0 <= x * c)%Z ->
  (high * 2 ^ (bits + 1) + x * c < 2 * dot_doubles_offset bits)%Z -> (Z.abs low + 2 ^ bits <= 2 ^ 53)%Z ->
  exists next, let h := (high * 2 ^ (bits + 1))%Z in let h' := (next * 2 ^ (bits + 1))%Z in
    dot_double_high (IZR h) x c = IZR h' /\ (h <= h' <= 2 * dot_doubles_offset bits)%Z /\
    rnd (IZR h' - IZR h) = IZR (h' - h) /\ dot_double_lost (IZR h) x c = IZR (x * c - (h' - h)) /\
    (Z.abs (x * c - (h' - h)) <= 2 ^ bits)%Z /\
    rnd (IZR low + IZR (x * c - (h' - h))) = IZR (low + (x * c - (h' - h))).
Proof.
  unfold dot_doubles_offset. intros Hb H0 Hxc H1 Hl. set (h := (high * 2 ^ (bits + 1))%Z) in *.
  assert (HG : exists next, rnd (IZR (x * c + h)) = IZR (next * 2 ^ (bits + 1)) /\
    (Z.abs (next * 2 ^ (bits + 1) - (x * c + h)) <= 2 ^ (bits + 1 - 1))%Z).
  { apply rounded_to_grid; [lia|]. destruct Hb as [->| ->]; powers; lia. }
  destruct HG as (next & E & He). exists next. cbv zeta. replace (bits + 1 - 1)%Z with bits in He by lia.
  assert (Eh : rnd (IZR h) = IZR h).
  { unfold h. apply on_grid; [lia|]. unfold h in *. destruct Hb as [->| ->]; powers; lia. }
  assert (Hle : (h <= next * 2 ^ (bits + 1))%Z).
  { apply le_IZR. rewrite <- E, <- Eh. apply round_le; [apply FLT_exp_valid; reflexivity|apply valid_rnd_N|].
    apply IZR_le. lia. }
  assert (Hup : (next * 2 ^ (bits + 1) <= 2 * (1 * 2 ^ (53 + bits)))%Z).
  { destruct Hb as [->| ->]; powers; lia. }
  assert (Ed : rnd (IZR (next * 2 ^ (bits + 1)) - IZR h) = IZR (next * 2 ^ (bits + 1) - h)).
  { rewrite <- minus_IZR. unfold h. rewrite <- Z.mul_sub_distr_r. apply on_grid; [lia|]. unfold h in *.
    destruct Hb as [->| ->]; powers; lia. }
  unfold dot_double_lost, dot_double_high. rewrite <- mult_IZR, <- plus_IZR, E, Ed, <- minus_IZR.
  set (h' := (next * 2 ^ (bits + 1))%Z) in *. clearbody h h'.
  rewrite (exact (x * c - (h' - h))) by (destruct Hb as [->| ->]; powers; lia).
  rewrite <- plus_IZR, (exact (low + _)) by (destruct Hb as [->| ->]; powers; lia).
  repeat split; lia.
Qed.

(** All terms of a sum, with a start of magnitude at most 2^bits. *)
Theorem dot_double_products bits start products : (bits = 49 \/ bits = 50)%Z -> (Z.abs start <= 2 ^ bits)%Z ->
  Forall (fun p => 0 <= fst p < 2 ^ dot_doubles_bits bits /\ 0 <= snd p < 2 ^ dot_doubles_bits bits)%Z products ->
  (Z.of_nat (length products) <= dot_doubles_products bits)%Z ->
  let S := (start + products_sum products)%Z in let offset := dot_doubles_offset bits in
  exists high low, dot_double_sum (IZR offset) (IZR start) products = (IZR (high * 2 ^ (bits + 1)), IZR low) /\
    (high * 2 ^ (bits + 1) - offset + low = S)%Z /\ (offset <= high * 2 ^ (bits + 1) < 2 * offset)%Z /\
    (Z.abs low <= 2 ^ 53)%Z /\ (- 2 ^ bits <= S < offset - 2 ^ bits)%Z.
Proof.
  unfold dot_doubles_bits, dot_doubles_products, dot_doubles_offset. cbv zeta. intros Hb Hs Hp Hn.
  set (most := (2 ^ (2 * bits) - 2 ^ bits + 1)%Z).
  assert (HS : (0 <= products_sum products <= Z.of_nat (length products) * (2 ^ bits - 1) ^ 2)%Z).
  { clear - Hp. induction Hp as [|[x c] others [Hx Hc] _ IH]; cbn [products_sum length fst snd] in *; [lia|].
    assert (x * c <= (2 ^ bits - 1) * (2 ^ bits - 1))%Z by (apply Z.mul_le_mono_nonneg; lia).
    assert (0 <= x * c)%Z by (apply Z.mul_nonneg_nonneg; lia). rewrite Nat2Z.inj_succ. lia. }
  assert (HI : forall high low, (1 * 2 ^ (53 + bits) <= high * 2 ^ (bits + 1))%Z ->
    (high * 2 ^ (bits + 1) + Z.of_nat (length products) * most < 2 * (1 * 2 ^ (53 + bits)))%Z ->
    (Z.abs low + Z.of_nat (length products) * 2 ^ bits <= 2 ^ 53)%Z ->
    exists high' low', dot_double_sum (IZR (high * 2 ^ (bits + 1))) (IZR low) products =
        (IZR (high' * 2 ^ (bits + 1)), IZR low') /\
      (high' * 2 ^ (bits + 1) + low' = high * 2 ^ (bits + 1) + low + products_sum products)%Z /\
      (1 * 2 ^ (53 + bits) <= high' * 2 ^ (bits + 1) < 2 * (1 * 2 ^ (53 + bits)))%Z /\ (Z.abs low' <= 2 ^ 53)%Z).
  { clear - Hb Hp. induction Hp as [|[x c] others [Hx Hc] _ IH]; intros high low H0 H1 H2;
      cbn [products_sum length fst snd dot_double_sum] in *.
    - exists high, low. repeat split; lia.
    - rewrite Nat2Z.inj_succ in H1, H2. set (n := Z.of_nat (length others)) in *.
      assert (Hn : (0 <= n)%Z) by lia.
      assert (Hxc : (0 <= x * c <= (2 ^ bits - 1) * (2 ^ bits - 1))%Z).
      { split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia. }
      assert (Hm : (most = (2 ^ bits - 1) * (2 ^ bits - 1) + 2 ^ bits)%Z).
      { unfold most. replace (2 * bits)%Z with (bits + bits)%Z by lia. rewrite Z.pow_add_r by lia. ring. }
      assert (Hpb : (0 < 2 ^ bits)%Z) by (apply power_positive; lia).
      assert (Hnm : (0 <= n * most)%Z) by (apply Z.mul_nonneg_nonneg; [lia|]; rewrite Hm; lia).
      assert (Hnb : (0 <= n * 2 ^ bits)%Z) by (apply Z.mul_nonneg_nonneg; lia).
      destruct (dot_double_term bits high low x c Hb) as (next & E1 & R1 & _ & E2 & R2 & E3);
        unfold dot_doubles_offset in *; try lia.
      cbv zeta in *. rewrite E1, E2, E3. set (up := (high * 2 ^ (bits + 1))%Z) in *.
      destruct (IH next (low + (x * c - (next * 2 ^ (bits + 1) - up)))%Z) as (high' & low' & E & R); try lia.
      exists high', low'. split; [exact E|]. lia. }
  destruct (HI (2 ^ 52)%Z start) as (high & low & E & R).
  1-3: unfold most; destruct Hb as [->| ->]; powers; lia.
  exists high, low. replace (1 * 2 ^ (53 + bits))%Z with (2 ^ 52 * 2 ^ (bits + 1))%Z in *
    by (destruct Hb as [->| ->]; reflexivity).
  split; [exact E|]. destruct Hb as [->| ->]; powers; lia.
Qed.

(** ** The sum modulo q *)

Definition dot_double_inverse q b :=
  IZR (dot_doubles_inverse (dot_doubles_twice_inverse b q)) * bpow radix2 (dot_doubles_exponent b).

(** For q of b bits, 1/q as a double is off by at most half of 2^(-52-b); U is the grid of quotients. *)
Theorem dot_double_inverse_is_close q b : (2 <= b <= 51)%Z -> (2 ^ (b - 1) <= q < 2 ^ b)%Z ->
  let v := dot_double_inverse q b in let U := IZR (2 ^ (51 - b)) in
  generic_format radix2 exponents v /\ 0 < v <= U / IZR (2 ^ 50) /\ Rabs (v - / IZR q) <= U / IZR (2 ^ 104).
Proof.
  intros Hb Hq. cbv zeta.
  unfold dot_double_inverse, dot_doubles_inverse, dot_doubles_twice_inverse, dot_doubles_exponent.
  replace (1 * 2 ^ (b + 53))%Z with (2 ^ b * 2 ^ 53)%Z by (rewrite Z.pow_add_r by lia; ring).
  pose proof (floor (2 ^ b * 2 ^ 53) q ltac:(lia)) as Ft. set (t := (2 ^ b * 2 ^ 53 / q)%Z) in *. clearbody t.
  pose proof (floor (t + 1) 2 ltac:(lia)) as Fi. set (i := ((t + 1) / 2)%Z) in *. clearbody i.
  assert (Hh : (2 ^ b = 2 * 2 ^ (b - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (Ht : (2 ^ 53 <= t <= 2 ^ 54)%Z).
  { split; [apply Z.lt_succ_r|apply Z.lt_succ_r]; apply (cancel q); lia. }
  assert (Hiq : (2 * Z.abs (i * q - 2 ^ b * 2 ^ 52) <= q)%Z).
  { assert (2 * i = t \/ 2 * i = t + 1)%Z as [|] by lia; nia. }
  assert (HB : 0 < IZR (2 ^ b)) by (apply IZR_lt; lia). assert (HqR : 0 < IZR q) by (apply IZR_lt; lia).
  assert (EU : IZR (2 ^ (51 - b)) = IZR (2 ^ 51) / IZR (2 ^ b)).
  { apply Rmult_eq_reg_r with (IZR (2 ^ b)); [|lra]. rewrite <- mult_IZR, <- Z.pow_add_r by lia.
    replace (51 - b + b)%Z with 51%Z by lia. field. lra. }
  assert (Ev : bpow radix2 (1 * (-52 - b)) = / (IZR (2 ^ 52) * IZR (2 ^ b))).
  { rewrite <- mult_IZR, <- Z.pow_add_r by lia. rewrite power_is by lia. rewrite <- bpow_opp. f_equal. lia. }
  split; [|rewrite Ev, EU; split].
  - apply generic_format_FLT. destruct (Z.eq_dec i (2 ^ 53)) as [->|E].
    + apply (FLT_spec _ _ _ _ (Float radix2 1 (1 - b))); cbn [Fnum Fexp]; [|reflexivity|lia].
      unfold F2R; cbn [Fnum Fexp]. rewrite power_is, <- bpow_plus, Rmult_1_l by lia. f_equal. lia.
    + apply (FLT_spec _ _ _ _ (Float radix2 i (1 * (-52 - b)))); cbn [Fnum Fexp]; [reflexivity| |lia].
      change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia.
  - assert (Hi : 0 < IZR i <= IZR (2 ^ 53)) by (split; [apply IZR_lt|apply IZR_le]; lia). split.
    + apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat. powers. lra.
    + apply Rmult_le_reg_r with (IZR (2 ^ 52) * IZR (2 ^ b)); [powers; lra|].
      rewrite Rmult_assoc, Rinv_l by (powers; lra). rewrite Rmult_1_r.
      replace (IZR (2 ^ 51) / IZR (2 ^ b) / IZR (2 ^ 50) * (IZR (2 ^ 52) * IZR (2 ^ b))) with (IZR (2 ^ 53)); [lra|].
      powers. field. lra.
  - replace (IZR i * / (IZR (2 ^ 52) * IZR (2 ^ b)) - / IZR q)
      with (IZR (i * q - 2 ^ b * 2 ^ 52) * / (IZR (2 ^ 52) * IZR (2 ^ b) * IZR q)).
    2: { rewrite minus_IZR, !mult_IZR. field. powers. lra. }
    assert (HD : 0 < / (IZR (2 ^ 52) * IZR (2 ^ b) * IZR q)).
    { apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; powers; lra. }
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)), <- abs_IZR by lra. apply IZR_le in Hiq. rewrite mult_IZR in Hiq.
    apply Rle_trans with (IZR q / 2 * / (IZR (2 ^ 52) * IZR (2 ^ b) * IZR q)).
    + apply Rmult_le_compat_r; lra.
    + right. powers. field. lra.
Qed.

Definition dot_double_centred bits high low q b :=
  let v := dot_double_inverse q b in let quotients := IZR (2 ^ dot_doubles_quotient_exponent b) in
  let both := rnd (high + low) in
  let below := rnd (low - rnd (both - high)) in
  let above := rnd (both - IZR (dot_doubles_offset bits)) in
  let quotient := rnd (rnd (above * v + quotients) - quotients) in
  let rest := rnd (rnd (above - quotient * IZR q) + below) in
  rnd (rest - rounded_product rest v * IZR q).

Theorem dot_double_reduced bits b q high low : (bits = 49 \/ bits = 50)%Z -> (2 <= b)%Z ->
  (2 ^ (b - 1) <= q < 2 ^ b)%Z -> (q < 2 ^ dot_doubles_bits bits)%Z ->
  let offset := dot_doubles_offset bits in let h := (high * 2 ^ (bits + 1))%Z in let S := (h - offset + low)%Z in
  (offset <= h < 2 * offset)%Z -> (Z.abs low <= 2 ^ 53)%Z -> (- 2 ^ bits <= S < offset - 2 ^ bits)%Z ->
  exists s, dot_double_centred bits (IZR h) (IZR low) q b = IZR s /\ (s mod q = S mod q)%Z /\
    (2 * Z.abs s <= q + 1)%Z /\ add_if_negative 64 (s mod 2 ^ 64) q = (S mod q)%Z.
Proof.
  intros Hbits Hb Hq Hq50. cbv zeta. unfold dot_doubles_bits, dot_doubles_offset in *.
  set (h := (high * 2 ^ (bits + 1))%Z).
  intros Hh Hl HS. set (S := (h - 1 * 2 ^ (53 + bits) + low)%Z) in *.
  assert (Hb50 : (b <= bits)%Z).
  { destruct (Z.le_gt_cases b bits) as [|H]; [assumption|].
    pose proof (Z.pow_le_mono_r 2 bits (b - 1) ltac:(lia) ltac:(lia)). lia. }
  destruct (dot_double_inverse_is_close q b ltac:(lia) Hq) as (_ & Hv & Hclose).
  unfold dot_double_centred, dot_doubles_quotient_exponent, dot_doubles_offset.
  set (v := dot_double_inverse q b) in *. clearbody v.
  set (u := (51 - b)%Z) in *. set (U := (2 ^ u)%Z) in *.
  assert (HU : (2 <= U <= 2 ^ 49)%Z) by (split; [change 2%Z with (2 ^ 1)%Z|]; apply Z.pow_le_mono_r; lia).
  assert (EUB : (U * 2 ^ b = 2 ^ 51)%Z) by (unfold U; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (HqU : (q * U < 2 ^ 51)%Z) by (rewrite <- EUB, Z.mul_comm; apply Z.mul_lt_mono_pos_l; lia).
  assert (Hqp : (2 <= q)%Z) by (pose proof (Z.pow_le_mono_r 2 1 (b - 1) ltac:(lia) ltac:(lia)); lia).
  replace (2 ^ (104 - b))%Z with (2 ^ 53 * U)%Z by (unfold U, u; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  (* the sum, carried *)
  rewrite <- plus_IZR.
  assert (HC : exists c, rnd (IZR (h + low)) = IZR (c * 2 ^ bits) /\ (Z.abs (c * 2 ^ bits - (h + low)) <= 2 ^ bits)%Z).
  { destruct (to_grid (IZR (h + low)) bits) as (c & E); [lia| |].
    - rewrite <- abs_IZR. apply IZR_le. destruct Hbits as [->| ->]; powers; lia.
    - exists c. split; [exact E|]. apply le_IZR. rewrite abs_IZR, minus_IZR, <- E.
      pose proof (near_grid (IZR (h + low)) (bits + 1) ltac:(lia)) as N. replace (bits + 1 - 1)%Z with bits in N by lia.
      apply N. rewrite <- abs_IZR. apply IZR_lt. destruct Hbits as [->| ->]; powers; lia. }
  destruct HC as (c & Ec & Hc). rewrite Ec. rewrite <- !minus_IZR.
  assert (E2 : (2 ^ (bits + 1) = 2 * 2 ^ bits)%Z) by (rewrite Z.pow_add_r by lia; lia).
  replace (c * 2 ^ bits - h)%Z with ((c - 2 * high) * 2 ^ bits)%Z by (unfold h; rewrite E2; ring).
  rewrite on_grid by (unfold h in *; destruct Hbits as [->| ->]; powers; lia).
  replace ((c - 2 * high) * 2 ^ bits)%Z with (c * 2 ^ bits - h)%Z by (unfold h; rewrite E2; ring).
  rewrite <- minus_IZR, (exact (low - _)) by (destruct Hbits as [->| ->]; powers; lia).
  replace (c * 2 ^ bits - 1 * 2 ^ (53 + bits))%Z with ((c - 2 ^ 53) * 2 ^ bits)%Z by (rewrite Z.pow_add_r by lia; ring).
  rewrite on_grid by (unfold h in *; destruct Hbits as [->| ->]; powers; lia).
  set (a := ((c - 2 ^ 53) * 2 ^ bits)%Z). set (below := (low - (c * 2 ^ bits - h))%Z).
  assert (Ea : (a = c * 2 ^ bits - 2 ^ 53 * 2 ^ bits)%Z) by (unfold a; ring).
  assert (Ha : (- 2 * 2 ^ bits <= a < 2 ^ 53 * 2 ^ bits)%Z) by (rewrite Ea; destruct Hbits as [->| ->]; powers; lia).
  assert (Hbelow : (Z.abs below <= 2 ^ bits)%Z) by (unfold below; lia).
  assert (ES : (S = a + below)%Z) by (rewrite Ea; unfold S, below; rewrite Z.pow_add_r by lia; ring).
  assert (Hg : (2 ^ 49 <= 2 ^ bits <= 2 ^ 50)%Z) by (destruct Hbits as [->| ->]; lia).
  clearbody a below. set (g := (2 ^ bits)%Z) in *. clearbody g S. clear Ea Hc Ec E2 Hh Hl HS c Hq50.
  assert (HqR : 2 <= IZR q) by (apply IZR_le; lia).
  assert (HUR : 2 <= IZR U <= IZR (2 ^ 49)) by (split; apply IZR_le; lia).
  assert (HgR : IZR (2 ^ 49) <= IZR g <= IZR (2 ^ 50)) by (split; apply IZR_le; lia).
  assert (HqUR : IZR q * IZR U <= IZR (2 ^ 51)) by (rewrite <- mult_IZR; apply IZR_le; lia).
  assert (HaR : - 2 * IZR g <= IZR a < IZR (2 ^ 53) * IZR g).
  { rewrite <- !mult_IZR. split; [apply IZR_le|apply IZR_lt]; lia. }
  (* the quotient *)
  assert (Hv1 : v <= 1 / 2) by (powers; lra).
  assert (Hav : - IZR (2 ^ 51) <= IZR a * v < IZR (2 ^ 53) * IZR U).
  { split.
    - apply Rle_trans with (- IZR (2 ^ 52) * v); [powers; lra|]. apply Rmult_le_compat_r; powers; lra.
    - apply Rlt_le_trans with (IZR (2 ^ 103) * v); [|powers; lra]. apply Rmult_lt_compat_r; [lra|]. powers. lra. }
  rewrite mult_IZR. set (z := IZR a * v + IZR (2 ^ 53) * IZR U).
  assert (Hz : IZR (2 ^ 52) * IZR U <= z < IZR (2 ^ 54) * IZR U) by (unfold z; powers; lra).
  assert (HU0 : (1 <= u + 1)%Z /\ (0 <= u)%Z) by (unfold u; lia).
  assert (EU52 : (2 ^ (52 + u) = 2 ^ 52 * U)%Z) by (unfold U; rewrite <- Z.pow_add_r by lia; reflexivity).
  assert (EU54 : (2 ^ (53 + (u + 1)) = 2 ^ 54 * U)%Z) by (unfold U; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  destruct (to_grid z u) as (k & Ek); [lia|rewrite EU52, mult_IZR, Rabs_pos_eq; powers; lra|].
  assert (Nz : Rabs (rnd z - z) <= IZR U).
  { pose proof (near_grid z (u + 1) ltac:(lia)) as N. replace (u + 1 - 1)%Z with u in N by lia. apply N.
    rewrite EU54, mult_IZR, Rabs_pos_eq; powers; lra. }
  fold U in Ek. rewrite Ek in *. rewrite <- mult_IZR, <- minus_IZR, <- Z.mul_sub_distr_r.
  assert (Hk : (Z.abs (k - 2 ^ 53) <= 2 ^ 53)%Z).
  { apply Rabs_le_inv in Nz. assert (Hk0 : (0 <= k * U)%Z) by (apply le_IZR; powers; lra).
    assert (Hk1 : (k * U < 2 ^ 54 * U + U)%Z) by (apply lt_IZR; rewrite plus_IZR, (mult_IZR (2 ^ 54)); powers; lra).
    assert (0 <= k)%Z by (apply Zmult_le_reg_r with U; lia).
    assert (k < 2 ^ 54 + 1)%Z by (apply (cancel U); lia). lia. }
  pose proof (on_grid (k - 2 ^ 53) u ltac:(lia) Hk) as G. fold U in G. rewrite G. clear G.
  set (Q := ((k - 2 ^ 53) * U)%Z) in *.
  assert (HQ : Rabs (IZR Q - IZR a * v) <= IZR U).
  { replace (IZR Q - IZR a * v) with (IZR (k * U) - z); [exact Nz|]. unfold Q, z. rewrite !mult_IZR, minus_IZR. ring. }
  clearbody Q. clear Nz Ek Hk k Hz z EU52 EU54 Hav.
  (* the remainder, of both sums *)
  assert (Hvq : Rabs (/ IZR q - v) <= IZR U / IZR (2 ^ 104)) by (rewrite Rabs_minus_sym; exact Hclose).
  assert (Hr : (Z.abs (a - Q * q) <= g + q * U)%Z).
  { apply le_IZR. rewrite abs_IZR, minus_IZR, plus_IZR, !mult_IZR.
    replace (IZR a - IZR Q * IZR q) with (IZR q * (IZR a * (/ IZR q - v) - (IZR Q - IZR a * v))) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
    assert (A : Rabs (IZR a * (/ IZR q - v)) <= IZR (2 ^ 53) * IZR g * (IZR U / IZR (2 ^ 104))).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [|exact Hvq]. apply Rabs_le. powers. lra. }
    apply Rle_trans with (IZR q * (IZR (2 ^ 53) * IZR g * (IZR U / IZR (2 ^ 104)) + IZR U)).
    - apply Rmult_le_compat_l; [lra|]. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|].
      rewrite Rabs_Ropp. lra.
    - replace (IZR q * (IZR (2 ^ 53) * IZR g * (IZR U / IZR (2 ^ 104)) + IZR U))
        with (IZR g * (IZR q * IZR U / IZR (2 ^ 51)) + IZR q * IZR U) by (powers; field).
      apply Rplus_le_compat_r. rewrite <- (Rmult_1_r (IZR g)) at 2. apply Rmult_le_compat_l; powers; lra. }
  rewrite <- mult_IZR, <- minus_IZR, (exact (a - Q * q)) by lia. rewrite <- plus_IZR, (exact (_ + below)) by lia.
  set (r := (a - Q * q + below)%Z). assert (Hr2 : (Z.abs r <= 2 * g + q * U)%Z) by (unfold r; lia).
  assert (ESr : (S = r + Q * q)%Z) by (unfold r; lia). clearbody r. clear Hr HQ.
  assert (HrR : Rabs (IZR r) <= 2 * IZR g + IZR q * IZR U).
  { rewrite <- abs_IZR, <- !mult_IZR, <- plus_IZR. apply IZR_le. lia. }
  assert (Hqv : IZR q * v <= 3 / 2).
  { replace (IZR q * v) with (1 - IZR q * (/ IZR q - v)) by (field; lra). apply Rabs_le_inv in Hvq.
    assert (IZR q * (- (IZR U / IZR (2 ^ 104))) <= IZR q * (/ IZR q - v)) by (apply Rmult_le_compat_l; lra).
    assert (IZR q * (IZR U / IZR (2 ^ 104)) <= 1 / 2); [|lra].
    replace (IZR q * (IZR U / IZR (2 ^ 104))) with (IZR q * IZR U / IZR (2 ^ 104)) by (unfold Rdiv; ring).
    powers. lra. }
  assert (Hrv : Rabs (IZR r * v) < IZR (2 ^ 51)).
  { rewrite Rabs_mult, (Rabs_pos_eq v) by lra. apply Rle_lt_trans with ((2 * IZR g + IZR q * IZR U) * v).
    - apply Rmult_le_compat_r; lra.
    - assert (A1 : IZR g * v <= IZR (2 ^ 50) * v) by (apply Rmult_le_compat_r; lra).
      assert (A2 : IZR U * (IZR q * v) <= IZR U * (3 / 2)) by (apply Rmult_le_compat_l; lra).
      replace ((2 * IZR g + IZR q * IZR U) * v) with (2 * (IZR g * v) + IZR U * (IZR q * v)) by ring. powers. lra. }
  destruct (product_rounds_to_integer _ _ Hrv) as (m & Em & Hm). rewrite Em.
  assert (Hs : (2 * Z.abs (r - m * q) <= q + 1)%Z).
  { apply le_IZR. rewrite mult_IZR, abs_IZR, plus_IZR, minus_IZR, mult_IZR.
    replace (IZR r - IZR m * IZR q) with (IZR q * (IZR r * (/ IZR q - v) - (IZR m - IZR r * v))) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
    assert (A : Rabs (IZR r * (/ IZR q - v)) <= IZR (2 ^ 52) * (IZR U / IZR (2 ^ 104))).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [|exact Hvq]. powers. lra. }
    assert (B : Rabs (IZR r * (/ IZR q - v) - (IZR m - IZR r * v)) <= IZR (2 ^ 52) * (IZR U / IZR (2 ^ 104)) + 1 / 2).
    { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    apply Rmult_le_compat_l with (r := IZR q) in B; [|lra].
    replace (IZR q * (IZR (2 ^ 52) * (IZR U / IZR (2 ^ 104)) + 1 / 2))
      with (IZR q * IZR U / IZR (2 ^ 52) + IZR q / 2) in B by (powers; field).
    powers. lra. }
  assert (Hq2 : (q * 2 <= q * U)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  exists (r - m * q)%Z. rewrite <- mult_IZR, <- minus_IZR, exact by lia. split; [reflexivity|].
  assert (Hmod : ((r - m * q) mod q = S mod q)%Z) by (apply (congruent _ _ _ (Q + m)); lia).
  split; [exact Hmod|]. split; [exact Hs|]. set (s := (r - m * q)%Z) in *. clearbody s. rewrite <- Hmod.
  unfold add_if_negative, add. rewrite Zplus_mod_idemp_l.
  destruct (Z.le_gt_cases 0 s).
  - rewrite !(Z.mod_small s), (Z.mod_small (s + q)) by lia. lia.
  - rewrite <- (Z.mod_unique s (2 ^ 64) (-1) (s + 2 ^ 64)), <- (Z.mod_unique s q (-1) (s + q)), Z.mod_small by lia. lia.
Qed.
